import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { parseFault } from '../../../simulator/faults/add-fault.ts'
import { canTriggerAt } from '../../../simulator/faults/trigger-fault.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { FieldProblem } from '../../../simulator/specification/errors.ts'
import { addCommandOptions, type ControlCall } from '../control-call.ts'
import type { Actions, FormValues, PageAction, Undo } from '../page.ts'
import { buildAddFaultCall, buildFaultFormValues } from './fault-fields.ts'

const faultListSchema = z.array(z.record(z.string(), z.string()))

const removeCall = 'DELETE /accounts/{account}/faults/{fault}'

function buildRemoveFaultCall(fault: string): ControlCall {
  return { call: removeCall, params: { fault }, command: `fault clear ${fault}` }
}

/**
 * Returns the calls that switch a carrier to a mode, by default `down`. They replace the faults that would trigger
 * before the new one, so a second press adds no second fault.
 */
function buildSwitchCalls(values: FormValues, context: Context): readonly ControlCall[] {
  return buildReplaceCalls(findFaultsToReplace(values, context), [{ mode: 'down', ...values }])
}

/** Returns the calls that replace faults. Throws CONTROL.FAULT.INVALID for an invalid one, so that none is removed. */
function buildReplaceCalls(
  removed: readonly Pick<FaultRecord, 'id'>[],
  added: readonly FormValues[],
): readonly ControlCall[] {
  const calls = added.map(buildAddFaultCall)
  if (removed.length > 0) for (const { body } of calls) parseFault(body)
  return [...removed.map(({ id }) => buildRemoveFaultCall(id)), ...calls]
}

/**
 * Returns the active faults that a switch of a carrier replaces: those on all its operations. A fault of a scenario is
 * replaced only if its mode is `slow`.
 */
export function findFaultsToReplace(
  { target }: FormValues,
  { state, clock }: Context,
): readonly FaultRecord[] {
  const nowMs = clock.now()
  return [...state.faults.values()].filter(
    (fault) =>
      fault.target === target &&
      fault.operation === '*' &&
      (fault.scenario === null || fault.mode === 'slow') &&
      canTriggerAt(fault, nowMs),
  )
}

/** Returns the calls that add the fault of a form and remove the faults that are equal to it. */
function buildAddCalls(values: FormValues, context: Context): readonly ControlCall[] {
  return buildReplaceCalls(findEqualFaults(values, context), [values])
}

/**
 * Returns the faults with the same fields as the form. A fault with a limit of calls equals no other one, because the
 * limits of two faults add up.
 */
function findEqualFaults(values: FormValues, { state, clock }: Context): readonly FaultRecord[] {
  const nowMs = clock.now()
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return [...state.faults.values()].filter(
    (fault) =>
      fault.scenario === null &&
      fault.times === null &&
      isDeepStrictEqual({ ...buildFaultFormValues(fault, nowMs) }, given),
  )
}

function describeAddedFault({ target, mode = 'down', starts_in = '', lasts = '' }: FormValues): string {
  const state = starts_in === '' ? 'is active' : `begins in ${starts_in}`
  return `The fault ${target} ${mode} ${state}${lasts === '' ? '' : ` for ${lasts}`}.`
}

/** Parses the faults that the action `again` adds. Throws VALIDATION.FIELD.INVALID if the text is no list of faults. */
function parseFaults(text: string): readonly FormValues[] {
  try {
    return faultListSchema.parse(JSON.parse(text))
  } catch {
    return refuseField('faults', 'must be a list of faults')
  }
}

/** Rewords a problem of a fault for the form, in which the mode is a field of its own. */
function rewordProblem({ field, reason }: FieldProblem): FieldProblem {
  const words = reason
    .replace(/^is not taken by \S+ /, 'does not go with the mode ')
    .replace(/^is missing; \S+ answers with/, 'is needed by this mode:')
  return { field, reason: words }
}

/** Returns the undo of an added fault: it removes the fault and adds the faults that it replaced again. */
function createUndoOfAddition(findFaults: typeof findFaultsToReplace): NonNullable<PageAction['undo']> {
  return (context, values) => {
    const replaced = findFaults(values, context).map(({ id }) => id)
    const again = createUndoOfRemoval(context, replaced)?.values
    return (response) => ({ action: 'remove', values: { fault: String(Object(response).id), ...again } })
  }
}

/**
 * Returns the undo of removed faults: it adds the faults again that had not ended. Returns undefined if all had ended, or
 * if a scenario added one of them, because starting the scenario adds it again.
 */
function createUndoOfRemoval({ state, clock }: Context, ids: readonly string[]): Undo | undefined {
  const faults = ids.flatMap((id) => state.faults.get(id) ?? [])
  if (faults.some(({ scenario }) => scenario !== null)) return undefined
  const left = faults
    .map((fault) => buildFaultFormValues(fault, clock.now()))
    .filter((fields) => fields !== undefined)
  return left.length === 0 ? undefined : { action: 'again', values: { faults: JSON.stringify(left) } }
}

export const carrierActions: Actions = {
  switch: {
    call: buildSwitchCalls,
    message: describeAddedFault,
    undo: createUndoOfAddition(findFaultsToReplace),
  },
  add: {
    call: buildAddCalls,
    inForm: rewordProblem,
    message: describeAddedFault,
    undo: createUndoOfAddition(findEqualFaults),
  },
  again: {
    call: ({ faults = '' }) => parseFaults(faults).map(buildAddFaultCall),
    message: ({ faults = '' }) =>
      parseFaults(faults).length === 1 ? 'The fault is active again.' : 'The faults are active again.',
  },
  up: {
    call: ({ ids = '' }) => ids.split(' ').map(buildRemoveFaultCall),
    message: ({ name = '' }) => `${name} is up again.`,
    undo: (account, { ids = '' }) => createUndoOfRemoval(account, ids.split(' ')),
  },
  remove: {
    call: ({ fault = '', faults = '[]' }) => buildReplaceCalls([{ id: fault }], parseFaults(faults)),
    message: () => 'The fault is removed.',
    undo: (account, { fault = '' }) => createUndoOfRemoval(account, [fault]),
  },
  clear: {
    call: () => ({ call: 'DELETE /accounts/{account}/faults', command: 'fault clear' }),
    message: () => 'All faults are removed.',
    undo: (account) => createUndoOfRemoval(account, [...account.state.faults.keys()]),
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
    message: () => 'Its faults are removed.',
  },
}
