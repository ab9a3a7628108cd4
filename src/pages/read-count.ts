/** A whole number that a form was filled in with; null where it is none, or not within the bounds. */
export function readCount(text: string, least: number, most: number): number | null {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return count >= least && count <= most ? count : null;
}
