import { answers, isLive, type Json } from '../../../../variations/json-responses.ts'
import { isObject } from '../../../http/fields.ts'
import { lies, mutant } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'

/** Changes entries of the log, and leaves others as they are. */
const entries = (change: (entry: Json) => Json | undefined): Alteration =>
  answers('listDeliveries', (json) => {
    const list = Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []
    const changed = list.map((entry) => change({ ...entry }))
    if (changed.every((entry) => entry === undefined)) return undefined
    return { ...json, deliveries: changed.map((entry, index) => entry ?? list[index]) }
  })

const onEntries = lies(entries)

const lateSuccess = lies((change: Json) =>
  entries((entry) =>
    entry['status'] === 'succeeded' && Number(entry['attempts']) > 1 ? { ...entry, ...change } : undefined,
  ),
)

export const logOutcomeMutants: readonly Mutant[] = [
  lateSuccess('log-first-code', 'The log keeps the response code of the first attempt.').kills('LOG-012').by({
    response_code: 418,
  }),
  lateSuccess('log-late-success-pending', 'A delivery that succeeded when made again is pending.')
    .kills('LOG-013')
    .by({ status: 'pending' }),
  lateSuccess('log-late-success-failed', 'A delivery that succeeded when made again has failed.')
    .kills('LOG-013')
    .by({
      status: 'failed',
    }),
  onEntries('log-cut-as-200', 'A delivery that was not answered has the response code 200.')
    .kills('LOG-014')
    .by((entry) =>
      Number(entry['attempts']) > 0 && entry['response_code'] === null
        ? { ...entry, response_code: 200 }
        : undefined,
    ),
  onEntries('log-of-1970', 'The times in the log are of 1970.')
    .kills('LOG-005')
    .by((entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          name.endsWith('_at') && value !== null ? '1970-01-01T00:00:00.000Z' : value,
        ]),
      ),
    ),
  mutant('log-live-empty', 'The log of a live key is always empty.')
    .kills('LOG-015')
    .by(
      answers('listDeliveries', (json, request) =>
        isLive(request) ? { ...json, deliveries: [] } : undefined,
      ),
    ),
]
