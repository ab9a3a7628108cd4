/** Pictures of the demo's extras, the same for every hotel: a table laid for breakfast, and a pool with warm stones. Pure. */

export const EXTRA_PICTURES: Readonly<Record<"breakfast" | "spa", string>> = {
  breakfast: drawing(
    `<path fill="#f3ede2" d="M0 0h960v640H0z"/><path fill="#c9b28f" d="M0 200h960v440H0z"/>` +
      `<path fill="#8a2433" opacity=".85" d="M90 240h560v360H90z"/><path fill="#f3ede2" opacity=".25" d="M130 280h480v280H130z"/>` +
      `<circle cx="370" cy="420" r="150" fill="#fdfaf4"/><circle cx="370" cy="420" r="112" fill="#f1eadd"/>` +
      `<path fill="#ffffff" d="M330 360c70-20 120 30 104 88s-92 62-128 26-36-100 24-114z"/><circle cx="362" cy="420" r="32" fill="#f2b134"/>` +
      `<path fill="#b57a3c" d="M440 470c40-46 74-22 60 14s-62 44-76 30z"/>` +
      `<ellipse cx="790" cy="430" rx="120" ry="40" fill="#fdfaf4"/><path fill="#ffffff" d="M712 300h156l-22 120q-56 34-112 0z"/>` +
      `<ellipse cx="790" cy="304" rx="76" ry="20" fill="#5b3a29"/><path fill="none" stroke="#ffffff" stroke-width="16" d="M862 330q54 4 40 44t-54 34"/>` +
      `<path fill="none" stroke="#fdfaf4" stroke-width="7" opacity=".8" d="M770 260q-20-30 0-60t0-60M812 260q-20-30 0-60t0-60"/>`,
  ),
  spa: drawing(
    `<path fill="#e6ddd0" d="M0 0h960v640H0z"/><path fill="#cfc1ac" d="M0 300h960v60H0z"/>` +
      `<path fill="#7fb4bf" d="M0 360h960v280H0z"/><path fill="#ffffff" opacity=".3" d="M60 430h240v5H60zM420 410h300v5H420zM160 520h320v5H160zM600 500h260v5H600zM340 590h280v5H340z"/>` +
      `<ellipse cx="300" cy="316" rx="128" ry="40" fill="#4c5257"/><ellipse cx="306" cy="258" rx="94" ry="32" fill="#646b70"/><ellipse cx="298" cy="212" rx="62" ry="24" fill="#838a8e"/>` +
      `<path fill="#fdfaf4" d="M600 250h250v92H600z"/><path fill="#f1eadd" d="M600 278h250v6H600zM600 310h250v6H600z"/><circle cx="850" cy="296" r="46" fill="#fdfaf4"/><circle cx="850" cy="296" r="26" fill="#e6ddd0"/>` +
      `<path fill="#5f7a5e" d="M720 250c-30-60-10-110 40-140 20 60 10 110-40 140z"/><path fill="#76936f" d="M716 250c-60-16-90-56-84-110 56 12 84 54 84 110z"/>`,
  ),
};

function drawing(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640">${content}</svg>\n`;
}
