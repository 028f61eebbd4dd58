/**
 * A difference between the confirmed and the present state of an account: a confirmed change is `lost`, or the present
 * state is inconsistent (`broken`).
 */
export interface Problem {
  readonly kind: 'lost' | 'broken'
  readonly about: 'presence' | 'money' | 'clock' | 'ids' | 'events' | 'faults' | 'answers' | 'file'
  readonly what: string
}
