/** Words that readers search for, each with the words that the reference uses. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
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

/** Returns a search word together with the words that the reference uses for it. */
export function expandSynonyms(word: string): readonly string[] {
  return [word, ...(Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : [])]
}
