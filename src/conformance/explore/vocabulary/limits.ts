import { operationOf } from '../../http/operation.ts'
import type { CallAction, ClientName, Environment } from '../step.ts'
import type { Choice, Moment } from './choice.ts'

/** What uses up a limit in few requests, at no cost. */
const probes = [
  { operation: 'buyBatch', id: 'bat_000000000000000000000000' },
  { operation: 'createBatch', body: { items: [] } },
  { operation: 'voidLabel', id: 'lbl_000000000000000000000000' },
] as const satisfies readonly Pick<CallAction, 'operation' | 'id' | 'body'>[]

/** As many requests as an endpoint takes in a minute, and one or two more. */
export function limits({ can }: Moment): readonly Choice[] {
  if (!can.load) return []
  return can.clients.flatMap((client) =>
    can.environments.flatMap((key) => probes.map((probe) => exhausting(client, key, probe))),
  )
}

function exhausting(client: ClientName, key: Environment, probe: (typeof probes)[number]): Choice {
  const limit = operationOf(probe.operation).limitPerMinute
  const call: CallAction = { do: 'call', client, key, ...probe }
  return {
    cell: `${probe.operation} / limit used up / owner`,
    features: [
      'limits',
      ...(key === 'live' ? (['live'] as const) : []),
      ...(client === 'a' ? [] : (['strangers'] as const)),
    ],
    actions: Array.from({ length: limit + 2 }, () => call),
    weight: limit > 10 ? 0.03 : 0.15,
  }
}
