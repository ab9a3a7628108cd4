/** The listing's bytes are kept by caches under LISTING_FORM: a change to the bytes without a new number would mix two forms. */
import { expect, it } from "vitest";
import { sha256Hex } from "../../src/base/bytes.ts";
import { Hotel } from "../../scripts/openapi/answers.ts";
import { LISTING_FORM } from "../../src/http/render-listing.ts";

const hotel = {
  hotel_id: "h1",
  name: "Étoile",
  description: 'Quiet\n"central"',
  address1: "1 Main Street",
  address2: "",
  postcode: "1000",
  email: "desk@h1.test",
  telephone: "+351 1",
  town: "Lisbon",
  country: "PT",
  check_in_hours: "15",
  check_in_minutes: "00",
  check_out_hours: "11",
  check_out_minutes: "30",
  star_rating: "4",
  latitude: 38.7,
  longitude: -9.1,
  timezone: "Europe/Lisbon",
  images: '[{"alt":"View","url":"https://i.test/1"},{"url":"https://i.test/2"}]',
  facilities: "[7,3]",
};

it("gives the same bytes for the same rows; raise LISTING_FORM with every change to them", () => {
  expect({ form: LISTING_FORM.name, sha256: sha256Hex(LISTING_FORM.write([hotel])) }).toMatchInlineSnapshot(`
    {
      "form": "1",
      "sha256": "7b55383ce5958bebe0dd0b26666140933ca0a3c0ea567ce7c5b38dba6c1c1262",
    }
  `);
});

it("has the fields that the OpenAPI document describes, and no others", () => {
  const [listed] = JSON.parse(new TextDecoder().decode(LISTING_FORM.write([hotel]))) as object[];
  expect(Hotel.strict().parse(listed)).toEqual(listed);
  expect(Object.keys(listed ?? {})).toEqual(Object.keys(Hotel.shape));
});
