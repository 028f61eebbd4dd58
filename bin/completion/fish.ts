import type { Completes, Completions } from './completions.ts'

/** Returns the script for fish. */
export function fishScript({ first, second, commands }: Completions): string {
  const doesOf = (name: string): string => commands.find((command) => command.name === name)?.does ?? ''
  return [
    'function __drydock_at',
    '  set -l words (commandline -opc)',
    '  set -l last (math 1 + (count $argv))',
    '  test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"',
    'end',
    'complete -c drydock -f',
    ...first.map((word) =>
      line('test (count (commandline -opc)) = 1', `-a ${word}${description(doesOf(word))}`),
    ),
    ...[...second].flatMap(([group, names]) =>
      names.map((name) =>
        line(
          `__drydock_at ${group}; and test (count (commandline -opc)) = 2`,
          `-a ${name}${description(doesOf(`${group} ${name}`))}`,
        ),
      ),
    ),
    ...commands.flatMap(({ name, arguments: taken, options }) => [
      ...taken.flatMap((completes, index) =>
        completes === null
          ? []
          : [
              line(
                `__drydock_at ${name}; and test (count (commandline -opc)) = ${name.split(' ').length + 1 + index}`,
                valuesOf(completes),
              ),
            ],
      ),
      ...options.map((option) =>
        line(
          `__drydock_at ${name}`,
          `-l ${option.name}${option.takesValue ? ` -r ${valuesOf(option.completes)}` : ''}${description(option.describe)}`,
        ),
      ),
    ]),
    '',
  ].join('\n')
}

function line(condition: string, rest: string): string {
  return `complete -c drydock -n ${quoted(condition)} ${rest}`.trimEnd()
}

function valuesOf(completes: Completes): string {
  if (completes === null) return '-f'
  return completes === 'file' ? '-F' : `-f -a ${quoted(completes.join(' '))}`
}

function description(text: string): string {
  return text === '' ? '' : ` -d ${quoted(text)}`
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
