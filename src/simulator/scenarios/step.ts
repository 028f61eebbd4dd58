import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { readFault } from '../faults/fault-input.ts'
import { FieldReader } from '../faults/field-reader.ts'
import type { FaultStep, ScenarioStep, WalletChange } from './scenario.ts'
import {
  fieldsOf,
  type Located,
  type LocatedFields,
  refuse,
  refuseProblems,
  required,
  type Source,
} from './source.ts'

const anyCents = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true } as const

/** One step of a timeline: when it begins, and the fault or the change of the wallet it brings. */
export function readStep(source: Source, item: Located): ScenarioStep {
  const fields = fieldsOf(source, item, 'a step')
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['at', 'for', 'fault', 'wallet'])
  const at = reader.durationMs('at')
  const forMs = reader.durationMs('for')
  if (forMs === 0) reader.refuse('for', 'must be longer than no time at all')
  refuseProblems(source, fields, reader.problems)
  const atMs = required(source, fields, { field: 'at', value: at })
  const fault = fields.places.get('fault')
  const wallet = fields.places.get('wallet')
  if (fault !== undefined && wallet !== undefined) {
    return refuse(source, wallet.offset, 'a step has either a fault or a wallet, not both; make it two steps')
  }
  if (fault !== undefined) {
    return { atMs, ...(forMs !== undefined && { forMs }), fault: readStepFault(source, fault) }
  }
  if (wallet === undefined) return refuse(source, fields.offset, 'a step needs a fault or a wallet')
  const span = fields.places.get('for')
  if (span !== undefined) {
    return refuse(source, span.offset, 'for goes with a fault alone; let a later step change the wallet back')
  }
  return { atMs, wallet: readWalletChange(source, wallet) }
}

function readStepFault(source: Source, place: Located): FaultStep['fault'] {
  const fields = fieldsOf(source, place, 'fault')
  const result = readFault(fields.values)
  const own = ['starts_in', 'lasts'].filter((field) => fields.places.has(field))
  const problems = own.map((field) => ({ field, reason: 'is the step’s to say: use at and for' }))
  if ('problems' in result) problems.push(...result.problems)
  refuseProblems(source, fields, problems)
  return 'fault' in result ? result.fault : refuse(source, fields.offset, 'the fault could never bite')
}

function readWalletChange(source: Source, place: Located): WalletChange {
  const fields = fieldsOf(source, place, 'wallet')
  const reader = new FieldReader(fields.values)
  const known = ['balance_cents', 'payment_method', 'auto_reload']
  reader.allowOnly(known)
  const balance_cents = reader.number('balance_cents', anyCents)
  const payment_method = reader.choice('payment_method', ['valid', 'declined', 'none'])
  refuseProblems(source, fields, reader.problems)
  if (fields.places.size === 0)
    refuse(source, fields.offset, `a wallet step changes at least one of ${known.join(', ')}`)
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
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['threshold_cents', 'amount_cents'])
  const threshold = reader.number('threshold_cents', anyCents)
  const amount = reader.number('amount_cents', { ...anyCents, min: constants.minimumFundingCents })
  refuseProblems(source, fields, reader.problems)
  return {
    auto_reload: {
      threshold_cents: required(source, fields, { field: 'threshold_cents', value: threshold }),
      amount_cents: required(source, fields, { field: 'amount_cents', value: amount }),
    },
  }
}
