/** OTA_HotelAvailRS: each pair of a room and a rate in a RoomStay of its own, as SiteMinder's SiteConnect reads it. Pure. */
import type { Products } from "../selling/find-products.ts";
import { writeElement, writeText } from "../xml/write-element.ts";

/** The list; nothing where the hotel sells nothing. */
export function writeProducts({ hotelId, name, rooms, rates }: Products): string {
  const hotel = writeElement("BasicPropertyInfo", { HotelCode: hotelId, HotelName: name });
  const stays = rooms.flatMap((room) => {
    const occupancy =
      writeElement("Occupancy", { AgeQualifyingCode: 10, MinOccupancy: 1, MaxOccupancy: room.maxAdults }) +
      (room.maxChildren > 0 ? writeElement("Occupancy", { AgeQualifyingCode: 8, MaxOccupancy: room.maxChildren }) : "");
    const type = writeElement("RoomType", { RoomTypeCode: room.id }, writeDescription("RoomDescription", room.name) + occupancy);
    return rates.map((rate) => {
      const plan = writeElement("RatePlan", { RatePlanCode: rate.id }, writeDescription("RatePlanDescription", rate.name));
      return writeElement("RoomStay", {}, writeElement("RoomTypes", {}, type) + writeElement("RatePlans", {}, plan) + hotel);
    });
  });
  return stays.length === 0 ? "" : writeElement("RoomStays", {}, stays.join(""));
}

function writeDescription(element: string, name: string): string {
  return writeElement(element, { Name: name }, writeText("Text", name));
}
