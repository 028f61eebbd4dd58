/** The problem: something acknowledged is `lost`, or what is there does not hold together. */
export interface Problem {
  readonly kind: 'lost' | 'broken'
  readonly about: 'presence' | 'money' | 'clock' | 'ids' | 'events' | 'faults' | 'answers' | 'file'
  readonly what: string
}
