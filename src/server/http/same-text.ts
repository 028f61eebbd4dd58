import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same. The comparison takes the same time whether or not they differ early. */
export function isSameText(a: string, b: string): boolean {
  const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashText(a), hashText(b))
}
