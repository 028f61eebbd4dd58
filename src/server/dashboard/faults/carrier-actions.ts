import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { parseFault } from '../../../simulator/faults/add-fault.ts'
import { buildFaultBody } from '../../../simulator/faults/fault-body.ts'
import { conditionFields, type Field, modeFields } from '../../../simulator/faults/fields.ts'
import { canTriggerAt, hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import { addCommandOptions, type ControlCall, quoteShellWord } from '../control-call.ts'
import { parseFormNumber } from '../form.ts'
import type { Actions, FormValues, PageAction, Undo } from '../page.ts'

const faultListSchema = z.array(z.record(z.string(), z.string()))

function buildRemoveFaultCall(fault: string): ControlCall {
  const call = 'DELETE /accounts/{account}/faults/{fault}'
  return { call, params: { fault }, command: `fault clear ${fault}` }
}

/** Returns the calls that remove and add faults. Throws CONTROL.FAULT.INVALID first if an added fault is invalid. */
function buildFaultReplacementCalls(
  removed: readonly { readonly id: string }[],
  added: readonly FormValues[],
) {
  const calls = added.map(buildAddFaultCall)
  if (removed.length > 0) for (const { body } of calls) parseFault(body)
  return [...removed.map(({ id }) => buildRemoveFaultCall(id)), ...calls]
}

/**
 * Returns the faults that are removed if a user slows a carrier or takes it down: its active faults on all operations. A
 * fault of a scenario is removed only if it slows the carrier.
 */
export function findFaultsToReplace({ target }: FormValues, { state, clock }: Context) {
  const nowMs = clock.now()
  return [...state.faults.values()].filter(
    (fault) =>
      fault.target === target &&
      fault.operation === '*' &&
      (fault.scenario === null || fault.mode === 'slow') &&
      canTriggerAt(fault, nowMs),
  )
}

/**
 * Returns the faults that a form replaces, because they are equal to its new fault. A fault of a scenario is not replaced.
 * A fault with a limit of calls is not replaced either: its remaining calls count in addition to those of the new fault.
 */
function findEqualFaults(values: FormValues, { state, clock }: Context) {
  const nowMs = clock.now()
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return [...state.faults.values()].filter(
    (fault) =>
      fault.scenario === null &&
      fault.times === null &&
      isDeepStrictEqual({ ...buildFaultFormValues(fault, nowMs) }, given),
  )
}

/** Parses the faults that the action `again` adds. Throws VALIDATION.FIELD.INVALID if the text is no list of faults. */
function parseFaults(text: string): readonly FormValues[] {
  try {
    return faultListSchema.parse(JSON.parse(text))
  } catch {
    return refuseField('faults', 'must be a list of faults')
  }
}

/**
 * Returns an action that removes the faults that `findReplaced` returns and adds the fault of a form. If the old faults
 * stayed, they would trigger before the new fault or together with it, and a second press of the button would add a
 * second fault. The undo of the action does the reverse.
 */
function createAddFaultAction(
  findReplaced: typeof findFaultsToReplace,
  defaults: FormValues = {},
): PageAction {
  return {
    call: (values, context) =>
      buildFaultReplacementCalls(findReplaced(values, context), [{ ...defaults, ...values }]),
    message: ({ target, mode = 'down', starts_in = '', lasts = '' }) => {
      const state = starts_in === '' ? 'is active' : `begins in ${starts_in}`
      return `The fault ${target} ${mode} ${state}${lasts === '' ? '' : ` for ${lasts}`}.`
    },
    undo: (context, values) => {
      const replaced = findReplaced(values, context).map(({ id }) => id)
      const again = createUndoOfFaultRemoval(context, replaced)?.values
      return (response) => ({ action: 'remove', values: { fault: String(Object(response).id), ...again } })
    },
  }
}

/**
 * Returns the undo for a removal of faults, which adds the faults again that have not ended. Returns undefined if all
 * have ended, or if one belongs to a scenario: users start the scenario again instead.
 */
function createUndoOfFaultRemoval({ state, clock }: Context, ids: readonly string[]): Undo | undefined {
  const faults = ids.flatMap((id) => state.faults.get(id) ?? [])
  if (faults.some(({ scenario }) => scenario !== null)) return undefined
  const left = faults
    .map((fault) => buildFaultFormValues(fault, clock.now()))
    .filter((fields) => fields !== undefined)
  return left.length === 0 ? undefined : { action: 'again', values: { faults: JSON.stringify(left) } }
}

export const carrierActions: Actions = {
  switch: createAddFaultAction(findFaultsToReplace, { mode: 'down' }),
  add: {
    ...createAddFaultAction(findEqualFaults),
    // In the form, the mode is a separate field, so the reason names the mode without the target.
    rewriteProblem: ({ field, reason }) => ({
      field,
      reason: reason
        .replace(/^cannot be used with \S+ /, 'cannot be used with the mode ')
        .replace(/^is missing; \S+ answers with/, 'is needed by this mode:'),
    }),
  },
  again: {
    call: ({ faults = '' }) => parseFaults(faults).map(buildAddFaultCall),
    message: ({ faults = '' }) =>
      parseFaults(faults).length === 1 ? 'The fault is active again.' : 'The faults are active again.',
  },
  up: {
    call: ({ ids = '' }) => ids.split(' ').map(buildRemoveFaultCall),
    message: ({ name = '' }) => `${name} is up again.`,
    undo: (account, { ids = '' }) => createUndoOfFaultRemoval(account, ids.split(' ')),
  },
  remove: {
    call: ({ fault = '', faults = '[]' }) => buildFaultReplacementCalls([{ id: fault }], parseFaults(faults)),
    message: () => 'The fault is removed.',
    undo: (account, { fault = '' }) => createUndoOfFaultRemoval(account, [fault]),
  },
  clear: {
    call: () => ({ call: 'DELETE /accounts/{account}/faults', command: 'fault clear' }),
    message: () => 'All faults are removed.',
    undo: (account) => createUndoOfFaultRemoval(account, [...account.state.faults.keys()]),
  },
  connect: {
    call: ({ carrier = '', nickname = '', credentials = 'valid' }) => ({
      call: 'POST /accounts/{account}/carrier-accounts',
      body: { carrier, ...(nickname !== '' && { nickname }), credentials },
      command: addCommandOptions(`carriers connect ${carrier}`, [
        ['--nickname ', nickname],
        ['', credentials === 'rejected' ? '--rejected' : ''],
      ]),
    }),
    message: ({ carrier = '' }) => `The account at ${carrier} is connected.`,
    undo: () => (response) => ({ action: 'disconnect', values: { id: String(Object(response).id) } }),
  },
  disconnect: {
    call: ({ id = '' }) => ({
      call: 'DELETE /accounts/{account}/carrier-accounts/{id}',
      params: { id },
      command: `carriers disconnect ${id}`,
    }),
    message: () => 'The account is disconnected.',
  },
  start: {
    call: ({ name = '' }) => ({
      call: 'POST /accounts/{account}/scenario',
      body: { name },
      command: `scenario run ${name}`,
    }),
    message: ({ name = '' }) => `The scenario ${name} runs.`,
  },
  stop: {
    call: () => ({ call: 'DELETE /accounts/{account}/scenario', command: 'scenario stop' }),
    // The dashboard puts "The scenario … has ended." before this message.
    message: () => 'Its faults are removed.',
  },
}

/** The fields of a fault by name, without target, operation and mode. */
const faultFields: Readonly<Record<string, Field>> = { ...modeFields, ...conditionFields }

/** Returns the call that adds the fault of a form, without empty fields. */
function buildAddFaultCall(values: FormValues) {
  const body: Record<string, unknown> = {}
  const options: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue
    const isNumber = ['whole', 'fraction'].includes(faultFields[name]?.kind ?? '')
    body[name] = isNumber ? parseFormNumber(value) : value
    if (name !== 'target' && name !== 'mode')
      options.push(`--${name.replaceAll('_', '-')} ${quoteShellWord(value)}`)
  }
  const { target = '', mode = '' } = values
  const command = ['fault add', quoteShellWord(target), mode, ...options].join(' ')
  return { call: 'POST /accounts/{account}/faults', body, command } satisfies ControlCall
}

/** The default values of a fault. A form leaves a field with its default value empty. */
const usualValues: Readonly<Record<string, unknown>> = {
  operation: '*',
  phase: 'before',
  probability: 1,
  after: 0,
  starts_in: formatDuration(0),
}

/** Returns form values that add a fault again for its remaining time and calls; undefined if the fault has ended. */
function buildFaultFormValues(fault: FaultRecord, nowMs: number): FormValues | undefined {
  if (hasEnded(fault, nowMs)) return undefined
  const startsAtMs = Math.max(nowMs, fault.startsAtMs)
  const after = Math.max(0, fault.after - fault.seen)
  const { remaining: times, ...others } = buildFaultBody({ ...fault, createdAtMs: nowMs, startsAtMs, after })
  const shown: Readonly<Record<string, unknown>> = { ...others, times }
  const names = ['target', 'operation', 'mode', ...Object.keys(faultFields)].filter(
    (name) => shown[name] !== null && shown[name] !== usualValues[name],
  )
  return Object.fromEntries(names.map((name) => [name, String(shown[name])]))
}
