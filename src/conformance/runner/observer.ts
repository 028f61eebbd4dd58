import type { Answer } from '../http/answer.ts'
import { isSuccess } from '../http/expect.ts'
import { isObject } from '../http/fields.ts'
import { type OperationName, operationOf } from '../http/operation.ts'
import type { Observation } from '../report/report.ts'

/** Observes what the target does where the specification says nothing. A comparison of two reports shows where targets differ. */
export interface Observer {
  record(answer: Answer): void
  note(topic: string, value: unknown): void
  observations(): readonly Observation[]
}

/** The operations whose answers have fields that the specification does not show. */
const openBodies: readonly OperationName[] = [
  'validateAddress',
  'getLabel',
  'voidLabel',
  'registerTracker',
  'getTracker',
  'listCarrierAccounts',
  'buyBatch',
  'getBatch',
  'getWallet',
  'listDeliveries',
]

/** Opens an observer that has seen nothing yet. */
export function openObserver(): Observer {
  const seen = new Map<string, Set<string>>()
  const notes = new Map<string, unknown>()
  const see = (topic: string, ...values: readonly string[]): void => {
    const known = seen.get(topic) ?? new Set()
    for (const value of values) known.add(value)
    seen.set(topic, known)
  }
  const seeFields = (topic: string, value: unknown): void => {
    if (isObject(value)) see(topic, ...Object.keys(value))
  }
  const recordSuccess = (answer: Answer, name: OperationName): void => {
    const { endpoint } = operationOf(name)
    see(`success status of ${endpoint}`, String(answer.status))
    const { json } = answer
    if (openBodies.includes(name)) seeFields(`fields of ${endpoint}`, json)
    const seeEntries = (field: string, list: unknown): void => {
      if (!Array.isArray(list) || field === 'rates' || field === 'items') return
      for (const each of list.slice(0, 20)) seeFields(`fields of ${field || 'an entry'} in ${endpoint}`, each)
    }
    if (isObject(json)) for (const field of Object.keys(json)) seeEntries(field, json[field])
    else seeEntries('', json)
  }
  return {
    note: (topic, value) => {
      notes.set(topic, value)
    },
    record: (answer) => {
      if (answer.operation !== null && isSuccess(answer)) recordSuccess(answer, answer.operation)
      if (answer.request.path.endsWith('/download') && answer.status === 200) {
        see("media type of a label's PDF", answer.headers['content-type'] ?? 'none')
        see("limit of a label's download", answer.headers['x-ratelimit-limit'] ?? 'none')
      }
    },
    observations: () =>
      [
        ...[...seen].map(([topic, values]) => ({ topic, value: [...values].sort() })),
        ...[...notes].map(([topic, value]) => ({ topic, value })),
      ].sort((a, b) => a.topic.localeCompare(b.topic)),
  }
}
