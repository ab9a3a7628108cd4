export function firstHotelId(): string {
  return "demo-01";
}
