import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two texts are equal. The time of the comparison does not reveal where two secrets differ. */
export function isSameText(a: string, b: string): boolean {
  const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashText(a), hashText(b))
}
