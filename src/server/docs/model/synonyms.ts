/** Synonyms that readers search for, each with the reference's own term. */
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

/** Returns a word together with the terms it may stand for. */
export function expandSynonyms(word: string): readonly string[] {
  return [word, ...(Object.hasOwn(meant, word) ? (meant[word] ?? []) : [])]
}
