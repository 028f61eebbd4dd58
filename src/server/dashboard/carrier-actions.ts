import { addFaultCall } from './fault-fields.ts'
import type { Actions, FormValues } from './page.ts'

const removeCall = 'DELETE /accounts/{account}/faults/{fault}'

function addedText({ target = '', mode = '', lasts = '' }: FormValues): string {
  return `${target} ${mode}${lasts === '' ? '' : ` for ${lasts}`}: from now on.`
}

/** What the page of carriers can do. */
export const carrierActions: Actions = {
  down: { call: addFaultCall, said: addedText },
  slow: { call: addFaultCall, said: addedText },
  add: { call: addFaultCall, said: () => 'The fault is there.' },
  up: {
    call: ({ ids = '' }) =>
      ids
        .split(' ')
        .map((fault) => ({ call: removeCall, params: { fault }, command: `fault clear ${fault}` })),
    said: ({ name = '' }) => `${name} is up again.`,
  },
  remove: {
    call: ({ fault = '' }) => ({ call: removeCall, params: { fault }, command: `fault clear ${fault}` }),
    said: () => 'The fault is gone.',
  },
  clear: {
    call: () => ({ call: 'DELETE /accounts/{account}/faults', command: 'fault clear' }),
    said: () => 'All faults are gone.',
  },
  connect: {
    call: ({ carrier = '', nickname = '', credentials = 'valid' }) => ({
      call: 'POST /accounts/{account}/carrier-accounts',
      body: { carrier, ...(nickname !== '' && { nickname }), credentials },
      command: `carriers connect ${carrier}${credentials === 'rejected' ? ' --rejected' : ''}`,
    }),
    said: ({ carrier = '' }) => `The account at ${carrier} is connected.`,
  },
  disconnect: {
    call: ({ id = '' }) => ({
      call: 'DELETE /accounts/{account}/carrier-accounts/{id}',
      params: { id },
      command: `carriers disconnect ${id}`,
    }),
    said: () => 'The account is disconnected.',
  },
  start: {
    call: ({ name = '' }) => ({
      call: 'POST /accounts/{account}/scenario',
      body: { name },
      command: `scenario run ${name}`,
    }),
    said: ({ name = '' }) => `The scenario ${name} runs.`,
  },
  stop: {
    call: () => ({ call: 'DELETE /accounts/{account}/scenario', command: 'scenario stop' }),
    said: () => 'The scenario has stopped, and its faults are gone.',
  },
}
