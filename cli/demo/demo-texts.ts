/** Descriptions of the demo's hotels in five languages. Pure. */
import type { DemoHotel, Setting } from "./demo-hotels.ts";

type Language = "en" | "de" | "fr" | "es" | "pt";

const SETTINGS: Readonly<Record<Setting, Readonly<Record<Language, string>>>> = {
  river: {
    en: "Quiet rooms above the water, five minutes from the market halls.",
    de: "Ruhige Zimmer über dem Wasser, fünf Minuten von den Markthallen.",
    fr: "Des chambres calmes au-dessus de l'eau, à cinq minutes des halles.",
    es: "Habitaciones tranquilas sobre el agua, a cinco minutos del mercado.",
    pt: "Quartos tranquilos sobre a água, a cinco minutos do mercado.",
  },
  oldTown: {
    en: "An old inn among narrow lanes, with thick walls and a green courtyard.",
    de: "Ein altes Gasthaus zwischen engen Gassen, mit dicken Mauern und grünem Hof.",
    fr: "Une vieille auberge parmi les ruelles, aux murs épais et à la cour fleurie.",
    es: "Una antigua posada entre callejuelas, de muros gruesos y patio verde.",
    pt: "Uma antiga estalagem entre vielas, de paredes grossas e pátio verde.",
  },
  business: {
    en: "Early breakfast, fast lifts and a desk by the window, in the middle of the offices.",
    de: "Frühes Frühstück, schnelle Aufzüge und ein Schreibtisch am Fenster, mitten im Büroviertel.",
    fr: "Petit déjeuner matinal, ascenseurs rapides et bureau à la fenêtre, au cœur des affaires.",
    es: "Desayuno temprano, ascensores rápidos y escritorio junto a la ventana, entre las oficinas.",
    pt: "Café da manhã cedo, elevadores rápidos e mesa junto à janela, no meio dos escritórios.",
  },
  harbour: {
    en: "Balconies over the harbour, and the ferries below.",
    de: "Balkone über dem Hafen, und darunter die Fähren.",
    fr: "Des balcons sur le port, et les bateaux à vos pieds.",
    es: "Balcones sobre el puerto, y los transbordadores debajo.",
    pt: "Varandas sobre o porto, e as barcas logo abaixo.",
  },
};

const OPENINGS: Readonly<Record<Language, (hotel: DemoHotel) => string>> = {
  en: ({ name, town, stars }) => `${name} is a ${stars}-star house in ${town}.`,
  de: ({ name, town, stars }) => `${name} ist ein Haus mit ${stars} Sternen in ${town}.`,
  fr: ({ name, town, stars }) => `${name} est une maison ${stars} étoiles à ${town}.`,
  es: ({ name, town, stars }) => `${name} es una casa de ${stars} estrellas en ${town}.`,
  pt: ({ name, town, stars }) => `${name} é uma casa de ${stars} estrelas em ${town}.`,
};

/** The texts by language tag. */
export function descriptionsOf(hotel: DemoHotel): Record<Language, string> {
  const text = (language: Language): string => `${OPENINGS[language](hotel)}\n${SETTINGS[hotel.setting][language]}`;
  return { en: text("en"), de: text("de"), fr: text("fr"), es: text("es"), pt: text("pt") };
}
