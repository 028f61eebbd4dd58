import { changeSuccesses, isLive, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'

const changeDeliveryList = (change: (list: readonly Readonly<Json>[]) => readonly unknown[]): Alteration =>
  changeSuccesses('listDeliveries', (json) => ({
    ...json,
    deliveries: change(Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []),
  }))

const buildLogMutant = createMutantBuilder(changeDeliveryList)

const buildDeliveryMutant = createMutantBuilder(
  (change: (entry: Json) => Json): Alteration =>
    changeDeliveryList((list) => list.map((entry) => change({ ...entry }))),
)

/** Creates an alteration of the delivery log, for a broken service. If `change` returns undefined, the entry stays as it is. */
const changeLogEntries = (change: (entry: Json) => Json | undefined): Alteration =>
  changeSuccesses('listDeliveries', (json) => {
    const list = Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []
    const changed = list.map((entry) => change({ ...entry }))
    if (changed.every((entry) => entry === undefined)) return undefined
    return { ...json, deliveries: changed.map((entry, index) => entry ?? list[index]) }
  })

const buildLogEntryMutant = createMutantBuilder(changeLogEntries)

/** Creates mutants (broken services) that change the log entries of deliveries that succeeded at a retry. */
const buildLateSuccessMutant = createMutantBuilder((change: Json) =>
  changeLogEntries((entry) =>
    entry['status'] === 'succeeded' && Number(entry['attempts']) > 1 ? { ...entry, ...change } : undefined,
  ),
)

export const deliveryMutants: readonly Mutant[] = [
  buildMutant('log-missing', 'The delivery log cannot be read.')
    .kills('LOG-001')
    .by({
      response: (response, { operation }) =>
        operation === 'listDeliveries' && readSuccessJson(response) !== undefined
          ? withJson(response, { count: 0 })
          : undefined,
    }),
  buildLogMutant('log-of-others', 'The delivery log also has a delivery of another client.')
    .kills('LOG-016')
    .by((list) => list.flatMap((entry) => [entry, { ...entry, label_id: 'lbl_165c36e90f9dd9a1fca87ee1' }])),
  buildLogMutant('log-empty', 'The delivery log is always empty.')
    .kills('LOG-002', 'LOG-003', 'LOG-005', 'LOG-009')
    .by(() => []),
  buildDeliveryMutant(
    'log-without-response-code',
    'The delivery log does not show response codes of the receiver.',
  )
    .kills('LOG-003')
    .by((entry) => ({ ...entry, response_code: null })),
  buildDeliveryMutant('log-with-200', 'The response_code of every delivery in the log is 200.')
    .kills('LOG-003')
    .by((entry) => ({ ...entry, response_code: 200 })),
  buildDeliveryMutant('log-counts-one', 'The delivery log counts at most one attempt.')
    .kills('LOG-004')
    .by((entry) => ({ ...entry, attempts: 1 })),
  buildDeliveryMutant('log-without-times', 'The delivery log has no timestamps.')
    .kills('LOG-005')
    .by((entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => !name.endsWith('_at')))),
  buildDeliveryMutant('log-all-succeeded', 'The delivery log shows every delivery as succeeded.')
    .kills('LOG-006', 'LOG-007')
    .by((entry) => ({ ...entry, status: 'succeeded' })),
  buildDeliveryMutant('log-pending-forever', 'The delivery log shows a finally failed delivery as pending.')
    .kills('LOG-007')
    .by((entry) => ({ ...entry, status: entry['status'] === 'failed' ? 'pending' : entry['status'] })),
  buildDeliveryMutant(
    'log-status-counts',
    'In the delivery log, the status of a delivery only tells the number of its attempts.',
  )
    .kills('LOG-006', 'LOG-007')
    .by((entry) => ({ ...entry, status: `attempt ${entry['attempts']} of 5` })),
  buildDeliveryMutant('log-without-status', 'The delivery log shows no status of deliveries.')
    .kills('LOG-006', 'LOG-007')
    .by(({ status: _, ...rest }) => rest),
  buildLogMutant('log-of-49', 'The delivery log has at most 49 deliveries.')
    .kills('LOG-008')
    .by((list) => list.slice(0, 49)),
  buildLogMutant('log-of-51', 'The delivery log has more than 50 deliveries.')
    .kills('LOG-008')
    .by((list) => (list.length >= 50 ? [...list, { ...list[0] }] : list)),
  {
    id: 'log-of-60',
    deviation: 'The delivery log has 60 deliveries.',
    kills: ['LOG-011'],
    traffic: ['LOG-002'],
    open: () =>
      changeDeliveryList(([first]) =>
        first === undefined ? [] : Array.from({ length: 60 }, () => ({ ...first })),
      ),
  },
  buildDeliveryMutant(
    'log-of-plans',
    'In the delivery log, attempts is always 1, and the delays of all attempts are listed.',
  )
    .kills('LOG-004')
    .by((entry) => ({ ...entry, attempts: 1, retry_policy: [5, 30, 120] })),
  buildDeliveryMutant(
    'log-failed-early',
    'The delivery log shows no status of a new delivery, and marks the delivery as failed from its second attempt on.',
  )
    .kills('LOG-007')
    .by((entry) => ({ ...entry, status: Number(entry['attempts']) < 2 ? null : 'failed' })),
  buildMutant(
    'log-of-the-first',
    'The delivery log has the first 50 deliveries instead of the last, and does not show label ids.',
  )
    .kills('LOG-008')
    .by(() => {
      const seen = new Map<unknown, Readonly<Json>>()
      return changeDeliveryList((list) => {
        for (const { label_id: _, ...entry } of [...list].reverse()) seen.set(entry['id'], entry)
        return [...seen.values()].slice(0, 50)
      })
    }),
  buildMutant('dashboard-empty', 'The dashboard lists no deliveries.')
    .kills('LOG-010')
    .by({
      controlResponse: (response) => {
        const json = jsonOf(response)
        return isObject(json) && Array.isArray(json['deliveries'])
          ? withJson(response, { deliveries: [] })
          : undefined
      },
    }),
  buildLateSuccessMutant(
    'log-first-code',
    'The delivery log always shows the response code of the first attempt.',
  )
    .kills('LOG-012')
    .by({
      response_code: 418,
    }),
  buildLateSuccessMutant(
    'log-late-success-pending',
    'The delivery log shows a retry that succeeded as pending.',
  )
    .kills('LOG-013')
    .by({ status: 'pending' }),
  buildLateSuccessMutant(
    'log-late-success-failed',
    'The delivery log shows a retry that succeeded as failed.',
  )
    .kills('LOG-013')
    .by({
      status: 'failed',
    }),
  buildLogEntryMutant(
    'log-cut-as-200',
    'The delivery log shows response code 200 for a delivery that got no response.',
  )
    .kills('LOG-014')
    .by((entry) =>
      Number(entry['attempts']) > 0 && entry['response_code'] === null
        ? { ...entry, response_code: 200 }
        : undefined,
    ),
  buildLogEntryMutant('log-of-1970', 'The timestamps in the delivery log are in 1970.')
    .kills('LOG-005')
    .by((entry) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => [
          name,
          name.endsWith('_at') && value !== null ? '1970-01-01T00:00:00.000Z' : value,
        ]),
      ),
    ),
  buildMutant('log-live-empty', 'The delivery log of a live key is always empty.')
    .kills('LOG-015')
    .by(
      changeSuccesses('listDeliveries', (json, request) =>
        isLive(request) ? { ...json, deliveries: [] } : undefined,
      ),
    ),
]
