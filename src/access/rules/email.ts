/** E-mail addresses of people who log in. Pure. */

/** One @, and nothing that cannot be seen: a control character would reach every log and mail that names the address. */
const EMAIL = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u;

/** Whether a text may be someone's e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
