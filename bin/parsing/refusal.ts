import type { DrydockError } from '../../src/client/http/drydock-error.ts'
import { tokenAdvice } from '../remote.ts'
import type { Command } from './command.ts'
import { listNameWords } from './command-group.ts'
import { findCommandEntry } from './command-line.ts'
import { formatOptionName, type Option } from './option.ts'

/** The command that lists the ids of a command group. */
const listCommands: Readonly<Record<string, string>> = {
  carriers: 'carriers list',
  fault: 'fault list',
  keys: 'keys list',
  snapshot: 'snapshot list',
  webhook: 'webhook deliveries',
}

/**
 * Describes an error response of the simulator in the terms of the command line: with options and arguments instead of
 * fields, headers and calls.
 */
export function describeRefusal(
  error: DrydockError,
  { words, command }: { readonly words: readonly string[]; readonly command?: Command | undefined },
): readonly string[] {
  const entry = findCommandEntry(words)
  const name = entry === undefined ? [] : listNameWords(entry.line)
  const [kind = ''] = name
  switch (error.code) {
    case 'CONTROL.TOKEN.INVALID':
      return [error.message, tokenAdvice]
    case 'CONTROL.ACCOUNT.NOT_FOUND':
      return [error.message, 'See drydock accounts list, or create it with drydock accounts create ID.']
    case 'CONTROL.RESOURCE.NOT_FOUND':
      return [
        kind === 'snapshot' ? error.message : 'The account has no such ID.',
        `See drydock ${listCommands[kind] ?? '--help'}.`,
      ]
    case 'CONTROL.FAULT.INVALID':
    case 'VALIDATION.FIELD.INVALID': {
      const options = [...(command?.arguments ?? []), ...(command?.options ?? [])]
      return [rewordFieldMessage(error, options), `See ${['drydock', ...name, '--help'].join(' ')}.`]
    }
  }
  return [`${error.code}: ${error.message}`, error.suggestion].filter((line) => line !== '')
}

/** Rewords a message about a field so that it names the option that set the field, if there is one. */
function rewordFieldMessage(
  { message, body: { field } }: DrydockError,
  options: readonly Option<unknown>[],
): string {
  if (typeof field !== 'string' || !message.startsWith(`${field} `)) return message
  const [whole = '', ...parts] = field.split('.')
  const option = options.find((known) => known.field === whole)
  if (option === undefined) return message
  const place = [formatOptionName(option), ...parts].join(': ')
  return place + message.slice(field.length)
}
