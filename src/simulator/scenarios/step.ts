import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { FieldReader } from '../faults/field-reader.ts'
import { readFault } from '../faults/read-fault.ts'
import type { FaultStep, ScenarioStep, WalletChange } from './scenario.ts'
import {
  fieldsOf,
  type Located,
  type LocatedFields,
  need,
  note,
  noteProblems,
  type Source,
} from './source.ts'

const anyCents = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true } as const

/** One step of a timeline: when it begins, and what it brings. Undefined where it cannot be read, which is noted. */
export function readStep(source: Source, item: Located): ScenarioStep | undefined {
  const fields = fieldsOf(source, item, 'a step')
  if (fields === undefined) return undefined
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['at', 'for', 'fault', 'wallet'])
  const atMs = reader.durationMs('at')
  const forMs = reader.durationMs('for')
  if (forMs === 0) reader.refuse('for', 'must be longer than no time at all')
  noteProblems(source, fields, reader.problems)
  need(source, fields, 'at')
  const brought = readBrought(source, fields)
  if (atMs === undefined || brought === undefined) return undefined
  if ('wallet' in brought) return { atMs, ...brought }
  return { atMs, ...(forMs !== undefined && { forMs }), ...brought }
}

/** The fault or the change of the wallet that a step brings: one of the two. */
function readBrought(
  source: Source,
  { offset, places }: LocatedFields,
): Pick<FaultStep, 'fault'> | { readonly wallet: WalletChange } | undefined {
  const fault = places.get('fault')
  const wallet = places.get('wallet')
  if (fault === undefined && wallet === undefined)
    return note(source, offset, 'a step needs a fault or a wallet')
  if (fault !== undefined && wallet !== undefined) {
    note(source, wallet.offset, 'a step has either a fault or a wallet, not both; make it two steps')
  }
  const span = places.get('for')
  if (fault === undefined && span !== undefined) {
    note(source, span.offset, 'for goes with a fault alone; let a later step change the wallet back')
  }
  const readFaultOfStep = fault && readStepFault(source, fault)
  const change = wallet && readWalletChange(source, wallet)
  if (readFaultOfStep !== undefined) return { fault: readFaultOfStep }
  return change && { wallet: change }
}

function readStepFault(source: Source, place: Located): FaultStep['fault'] | undefined {
  const fields = fieldsOf(source, place, 'fault')
  if (fields === undefined) return undefined
  const result = readFault(fields.values)
  const own = ['starts_in', 'lasts'].filter((field) => fields.places.has(field))
  noteProblems(
    source,
    fields,
    own.map((field) => ({ field, reason: 'is the step’s to say: use at and for' })),
  )
  if ('fault' in result) return result.fault
  noteProblems(
    source,
    fields,
    result.problems.filter(({ field }) => !own.includes(field)),
  )
  return undefined
}

function readWalletChange(source: Source, place: Located): WalletChange | undefined {
  const fields = fieldsOf(source, place, 'wallet')
  if (fields === undefined) return undefined
  const reader = new FieldReader(fields.values)
  const known = ['balance_cents', 'payment_method', 'auto_reload']
  reader.allowOnly(known)
  const balance_cents = reader.number('balance_cents', anyCents)
  const payment_method = reader.choice('payment_method', ['valid', 'declined', 'none'])
  noteProblems(source, fields, reader.problems)
  if (fields.places.size === 0)
    return note(source, fields.offset, `a wallet step changes at least one of ${known.join(', ')}`)
  return {
    ...(balance_cents !== undefined && { balance_cents }),
    ...(payment_method !== undefined && { payment_method }),
    ...readAutoReload(source, fields),
  }
}

function readAutoReload(source: Source, wallet: LocatedFields): Pick<WalletChange, 'auto_reload'> {
  const place = wallet.places.get('auto_reload')
  if (place === undefined) return {}
  const { auto_reload: value } = wallet.values
  if (value === null) return { auto_reload: null }
  const fields = fieldsOf(source, place, 'auto_reload')
  if (fields === undefined) return {}
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['threshold_cents', 'amount_cents'])
  const threshold_cents = reader.number('threshold_cents', anyCents)
  const amount_cents = reader.number('amount_cents', { ...anyCents, min: constants.minimumFundingCents })
  noteProblems(source, fields, reader.problems)
  for (const field of ['threshold_cents', 'amount_cents']) need(source, fields, field)
  if (threshold_cents === undefined || amount_cents === undefined) return {}
  return { auto_reload: { threshold_cents, amount_cents } }
}
