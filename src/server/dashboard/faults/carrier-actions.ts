import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { isOpenNow } from '../../../simulator/faults/trigger-fault.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { FieldProblem } from '../../../simulator/specification/errors.ts'
import { type ControlCall, withOptions } from '../control-call.ts'
import type { Actions, FormValues, PageAction, Undo } from '../page.ts'
import { addFaultCall, fieldsOf } from './fault-fields.ts'

const manyFields = z.array(z.record(z.string(), z.string()))

const removeCall = 'DELETE /accounts/{account}/faults/{fault}'

function removeFault(fault: string): ControlCall {
  return { call: removeCall, params: { fault }, command: `fault clear ${fault}` }
}

/**
 * Switches a carrier to a mode, by default down. It replaces the faults that would go first, so pressing twice adds no
 * second fault.
 */
function switchCalls(values: FormValues, context: Context): readonly ControlCall[] {
  return [
    ...findReplaced(values, context).map(({ id }) => removeFault(id)),
    addFaultCall({ mode: 'down', ...values }),
  ]
}

/** Returns the open faults on a whole carrier that a switch replaces. A scenario's fault is one only if it slows the carrier. */
export function findReplaced({ target }: FormValues, { state, clock }: Context): readonly FaultRecord[] {
  const nowMs = clock.now()
  return [...state.faults.values()].filter(
    (fault) =>
      fault.target === target &&
      fault.operation === '*' &&
      (fault.scenario === null || fault.mode === 'slow') &&
      isOpenNow(fault, nowMs),
  )
}

/** Adds the fault of a form in place of those that equal it. */
function addCalls(values: FormValues, context: Context): readonly ControlCall[] {
  return [...findEqual(values, context).map(({ id }) => removeFault(id)), addFaultCall(values)]
}

/** Returns the faults that equal the one of a form. Two with a limit of calls add up, so they are not equal. */
function findEqual(values: FormValues, { state, clock }: Context): readonly FaultRecord[] {
  const nowMs = clock.now()
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return [...state.faults.values()].filter(
    (fault) =>
      fault.scenario === null &&
      fault.times === null &&
      isDeepStrictEqual({ ...fieldsOf(fault, nowMs) }, given),
  )
}

function nameFault({ target = '', mode = 'down' }: FormValues): string {
  return `${target} ${mode}`
}

function addedMessage(values: FormValues): string {
  const { lasts = '' } = values
  return `${nameFault(values)}${lasts === '' ? '' : ` for ${lasts}`}: from now on.`
}

/** Reads the faults of a form of `again`. Throws VALIDATION.FIELD.INVALID for any other text. */
function readFaults(text: string): readonly FormValues[] {
  try {
    return manyFields.parse(JSON.parse(text))
  } catch {
    return refuseField('faults', 'must be a list of faults')
  }
}

/** Returns a problem of a fault in the words of the form, which speaks of the mode as one of its fields. */
function inFormWords({ field, reason }: FieldProblem): FieldProblem {
  const words = reason
    .replace(/^is not taken by \S+ /, 'does not go with the mode ')
    .replace(/^is missing; \S+ answers with/, 'is needed by this mode:')
  return { field, reason: words }
}

/** Undoes the addition of a fault: removes it, and adds those again that it replaced. */
function undoAdd(findFaults: typeof findReplaced): NonNullable<PageAction['undo']> {
  return (context, values) => {
    const replaced = findFaults(values, context).map(({ id }) => id)
    const again = undoRemove(context, replaced)?.values
    return (response) => ({ action: 'remove', values: { fault: String(Object(response).id), ...again } })
  }
}

/**
 * Undoes the removal of faults: adds those again that had not ended. Undefined for a scenario's fault, as
 * starting the scenario again adds it, or if nothing is left to add.
 */
function undoRemove({ state, clock }: Context, ids: readonly string[]): Undo | undefined {
  const faults = ids.flatMap((id) => state.faults.get(id) ?? [])
  if (faults.some(({ scenario }) => scenario !== null)) return undefined
  const left = faults.map((fault) => fieldsOf(fault, clock.now())).filter((fields) => fields !== undefined)
  return left.length === 0 ? undefined : { action: 'again', values: { faults: JSON.stringify(left) } }
}

/** The actions of the page of carriers. */
export const carrierActions: Actions = {
  switch: { call: switchCalls, message: addedMessage, undo: undoAdd(findReplaced) },
  add: {
    call: addCalls,
    inForm: inFormWords,
    message: (values) =>
      `The fault ${nameFault(values)} ${values['starts_in'] ? `begins in ${values['starts_in']}` : 'is active'}.`,
    undo: undoAdd(findEqual),
  },
  again: {
    call: ({ faults = '' }) => readFaults(faults).map(addFaultCall),
    message: ({ faults = '' }) =>
      readFaults(faults).length === 1 ? 'The fault is active again.' : 'The faults are active again.',
  },
  up: {
    call: ({ ids = '' }) => ids.split(' ').map(removeFault),
    message: ({ name = '' }) => `${name} is up again.`,
    undo: (account, { ids = '' }) => undoRemove(account, ids.split(' ')),
  },
  remove: {
    call: ({ fault = '', faults = '[]' }) => [removeFault(fault), ...readFaults(faults).map(addFaultCall)],
    message: () => 'The fault is removed.',
    undo: (account, { fault = '' }) => undoRemove(account, [fault]),
  },
  clear: {
    call: () => ({ call: 'DELETE /accounts/{account}/faults', command: 'fault clear' }),
    message: () => 'All faults are removed.',
    undo: (account) => undoRemove(account, [...account.state.faults.keys()]),
  },
  connect: {
    call: ({ carrier = '', nickname = '', credentials = 'valid' }) => ({
      call: 'POST /accounts/{account}/carrier-accounts',
      body: { carrier, ...(nickname !== '' && { nickname }), credentials },
      command: withOptions(`carriers connect ${carrier}`, [
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
    message: () => 'Its faults are gone.',
  },
}
