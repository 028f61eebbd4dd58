import {
  type CompletedCommand,
  type Completes,
  type Completions,
  listOptionsWithValue,
} from './completions.ts'

/** The first lines of the fish script. `__drydock_words` prints the words that are neither options nor their values. */
const renderFishHead = (completions: Completions) => [
  'function __drydock_words',
  '  set -l skipped no',
  '  for word in (commandline -opc)',
  '    switch "$skipped $word"',
  `      case 'yes *'`,
  '        set skipped no',
  `      case 'no -*=*'`,
  `      case 'no -*'`,
  `        contains -- $word ${listOptionsWithValue(completions).join(' ')}; and set skipped yes`,
  `      case '*'`,
  '        echo $word',
  '    end',
  '  end',
  'end',
  'function __drydock_at',
  '  set -l words (__drydock_words)',
  '  set -l last (math 1 + (count $argv))',
  '  test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"',
  'end',
  'function __drydock_runs_command',
  '  set -l words (commandline -opc)',
  '  test "$words[2]" = exec; and contains -- -- $words',
  'end',
  'complete -c drydock -f',
  renderCompletion('__drydock_runs_command', `-F -a '(__fish_complete_command)'`),
]

export function renderFishScript(completions: Completions): string {
  const { first, second, commands } = completions
  const findSummary = (name: string): string => commands.find((command) => command.name === name)?.does ?? ''
  return [
    ...renderFishHead(completions),
    ...first.map((word) =>
      renderCompletion(
        'test (count (__drydock_words)) = 1',
        `-a ${word}${renderDescription(findSummary(word))}`,
      ),
    ),
    ...[...second].flatMap(([group, names]) =>
      names.map((name) =>
        renderCompletion(
          `__drydock_at ${group}; and test (count (__drydock_words)) = 2`,
          `-a ${name}${renderDescription(findSummary(`${group} ${name}`))}`,
        ),
      ),
    ),
    ...commands.flatMap(renderCommandLines),
    '',
  ].join('\n')
}

function renderCommandLines({ name, arguments: taken, options }: CompletedCommand): readonly string[] {
  return [
    ...taken.flatMap((completes, index) => {
      const position = name.split(' ').length + 1 + index
      const condition = `__drydock_at ${name}; and test (count (__drydock_words)) = ${position}`
      return completes === null ? [] : [renderCompletion(condition, renderValues(completes))]
    }),
    ...options.map((option) =>
      renderCompletion(
        `__drydock_at ${name}`,
        `-l ${option.name}${option.takesValue ? ` -r ${renderValues(option.completes)}` : ''}${renderDescription(option.describe)}`,
      ),
    ),
  ]
}

function renderCompletion(condition: string, rest: string): string {
  return `complete -c drydock -n ${quoteText(condition)} ${rest}`.trimEnd()
}

function renderValues(completes: Completes): string {
  if (completes === null) return '-f'
  if (completes === 'file') return '-F'
  return 'wordsOrFile' in completes
    ? `-F ${renderWords(completes.wordsOrFile)}`
    : `-f ${renderWords(completes)}`
}

/** Returns the words for `complete -a`. Fish would expand a star, so it is escaped. */
function renderWords(words: readonly string[]): string {
  return `-a ${quoteText(words.map((word) => word.replaceAll('*', '\\*')).join(' '))}`
}

function renderDescription(text: string): string {
  return text === '' ? '' : ` -d ${quoteText(text)}`
}

function quoteText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
