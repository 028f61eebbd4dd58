/** Words that people bring along for what the reference calls by another name, each with that name. */
const meant: Readonly<Record<string, readonly string[]>> = {
  authentication: ['key'],
  callback: ['webhook'],
  cancel: ['void'],
  duplicate: ['twice'],
  idempotency: ['again', 'twice'],
  idempotent: ['again', 'twice'],
  package: ['parcel'],
  postage: ['label'],
  postcode: ['zip'],
  price: ['rate'],
  purchase: ['buy'],
  quota: ['limit'],
  refund: ['void'],
  shipment: ['parcel'],
  throttled: ['429'],
  throttling: ['429'],
  topup: ['reload', 'fund'],
  undo: ['void'],
}

/** A word and what else may be meant by it. */
export function meaningsOf(word: string): readonly string[] {
  return [word, ...(Object.hasOwn(meant, word) ? (meant[word] ?? []) : [])]
}
