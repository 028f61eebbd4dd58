import * as z from 'zod'
import { readFault } from '../faults/read-fault.ts'
import {
  createChoiceSchema,
  createDurationSchema,
  createWholeNumberSchema,
  readFields,
} from '../requests/read-fields.ts'
import { amountBounds } from '../resources/wallet-bounds.ts'
import { parseCheckedDuration } from '../time/duration.ts'
import type { FaultStep, ScenarioStep, WalletChange } from './scenario.ts'
import {
  type Located,
  type LocatedFields,
  noteMistake,
  noteProblems,
  readMapFields,
  type Source,
} from './source.ts'

/** The schema of a field that is read separately, so that each mistake in it is reported with its own line. */
const readSeparately = z.unknown().optional()

const stepSchema = z.object({
  at: createDurationSchema(),
  for: createDurationSchema({ isSome: true }).optional(),
  fault: readSeparately,
  wallet: readSeparately,
})

const walletSchema = z.object({
  balance_cents: createWholeNumberSchema(amountBounds.balance).exactOptional(),
  payment_method: createChoiceSchema(['valid', 'declined', 'none']).exactOptional(),
  auto_reload: readSeparately,
})

const autoReloadSchema = z.object({
  threshold_cents: createWholeNumberSchema(amountBounds.threshold),
  amount_cents: createWholeNumberSchema(amountBounds.reload),
})

/** Returns one step of a scenario's timeline. If it has a mistake, notes the mistake and returns undefined. */
export function readStep(source: Source, item: Located): ScenarioStep | undefined {
  const fields = readMapFields(source, item, 'a step')
  if (fields === undefined) return undefined
  const { data, problems } = readFields(stepSchema, fields.values)
  noteProblems(source, fields, problems)
  const effect = readStepEffect(source, fields)
  if (data === undefined || effect === undefined) return undefined
  const atMs = parseCheckedDuration(data.at)
  if ('wallet' in effect) return { atMs, ...effect }
  return { atMs, ...(data.for !== undefined && { forMs: parseCheckedDuration(data.for) }), ...effect }
}

/** Returns the fault or the wallet change of a step. */
function readStepEffect(
  source: Source,
  { offset, places }: LocatedFields,
): Pick<FaultStep, 'fault'> | { readonly wallet: WalletChange } | undefined {
  const fault = places.get('fault')
  const wallet = places.get('wallet')
  if (fault === undefined && wallet === undefined)
    return noteMistake(source, offset, 'a step needs a fault or a wallet')
  if (fault !== undefined && wallet !== undefined) {
    noteMistake(source, wallet.offset, 'a step has either a fault or a wallet, not both; write two steps')
  }
  const span = places.get('for')
  if (fault === undefined && span !== undefined) {
    noteMistake(
      source,
      span.offset,
      'for is allowed only in a step with a fault; to change the wallet back, add a later step',
    )
  }
  const faultOfStep = fault && readStepFault(source, fault)
  const change = wallet && readWalletChange(source, wallet)
  if (faultOfStep !== undefined) return { fault: faultOfStep }
  return change && { wallet: change }
}

function readStepFault(source: Source, place: Located): FaultStep['fault'] | undefined {
  const fields = readMapFields(source, place, 'fault')
  if (fields === undefined) return undefined
  const result = readFault(fields.values)
  const own = ['starts_in', 'lasts'].filter((field) => fields.places.has(field))
  noteProblems(
    source,
    fields,
    own.map((field) => ({
      field,
      reason: 'cannot be a field of the fault in a step; instead, use at and for in the step',
    })),
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
  const fields = readMapFields(source, place, 'wallet')
  if (fields === undefined) return undefined
  const { data, problems } = readFields(walletSchema, fields.values)
  noteProblems(source, fields, problems)
  if (fields.places.size === 0) {
    const known = Object.keys(walletSchema.shape).join(', ')
    return noteMistake(source, fields.offset, `a wallet step changes at least one of ${known}`)
  }
  const autoReload = readAutoReload(source, fields)
  if (data === undefined) return undefined
  const { auto_reload: _, ...change } = data
  return { ...change, ...autoReload }
}

function readAutoReload(source: Source, wallet: LocatedFields): Pick<WalletChange, 'auto_reload'> {
  const place = wallet.places.get('auto_reload')
  if (place === undefined) return {}
  const { auto_reload: value } = wallet.values
  if (value === null) return { auto_reload: null }
  const fields = readMapFields(source, place, 'auto_reload')
  if (fields === undefined) return {}
  const { data, problems } = readFields(autoReloadSchema, fields.values)
  noteProblems(source, fields, problems)
  return data === undefined ? {} : { auto_reload: data }
}
