import manifest from '../../package.json' with { type: 'json' }
import { configOption } from '../files/config-file.ts'
import { commandTable } from '../parsing/command-table.ts'
import type { Option } from '../parsing/option.ts'

/** Returns the manual page of `drydock`, as roff. Loads every command. */
export async function renderManPage(): Promise<string> {
  const commands = await Promise.all(
    commandTable.map(async ({ line, does, load }) => ({ line, does, ...(await load()) })),
  )
  return [
    `.TH DRYDOCK 1 "" "${manifest.name} ${manifest.version}" "User Commands"`,
    '.SH NAME',
    `drydock \\- ${escapeRoff(manifest.description)}`,
    '.SH SYNOPSIS',
    '.B drydock',
    '.I COMMAND',
    '[options]',
    '.SH DESCRIPTION',
    'Every option can also come from DRYDOCK_<OPTION> in the environment or from drydock.config.json. Flags win over the environment, and the environment over the file.',
    '.SH COMMANDS',
    ...commands.flatMap(({ line, does, options, arguments: taken = [], examples }) => [
      `.SS "drydock ${escapeRoff(line)}"`,
      escapeRoff(`${does}.`),
      ...[...taken, ...options].flatMap(describeOption),
      ...examples.flatMap((example) => [
        '.PP',
        escapeRoff(`${example.does}:`),
        '.RS',
        '.nf',
        escapeRoff(example.line),
        '.fi',
        '.RE',
      ]),
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...describeOption(configOption),
    '.TP',
    '.B \\-\\-help',
    'Show help.',
    '.SH EXIT STATUS',
    '0: success. 1: a refusal, or a failed rule or check. 2: bad usage. 3: no simulator or target responds.',
    '',
  ].join('\n')
}

function describeOption({ name, kind, describe, shownDefault }: Option<unknown>): readonly string[] {
  const shown = kind === 'argument' ? name : `--${name}`
  const ending = shownDefault === undefined ? '.' : ` (default: ${shownDefault}).`
  return ['.TP', `.B ${escapeRoff(shown)}`, escapeRoff(`${describe}${ending}`)]
}

/** Escapes a line for roff: no character is a command, and all are ASCII, because some readers do not support UTF-8. */
function escapeRoff(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^ -~]/gu, escapeCharacter)
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}

function escapeCharacter(character: string): string {
  const digits = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `\\[u${digits}]`
}
