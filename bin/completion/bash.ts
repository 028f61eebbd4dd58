import { type Completes, type Completions, listOptionsWithValue } from './completions.ts'

/** The pieces of shell code that bash and zsh write differently. */
interface ShellDialect {
  readonly head: readonly string[]
  readonly tail: readonly string[]
  /** Returns the shell code that offers words to complete. */
  words(words: readonly string[]): string
  readonly files: string
}

const bashDialect: ShellDialect = {
  head: [
    // Bash ends a word at a colon, as in carrier:UPS, so the script splits the line itself.
    '_drydock() {',
    `  local line=\${COMP_LINE:0:COMP_POINT} words`,
    '  read -ra words <<<"$line"',
    '  case $line in *[[:space:]]) words+=("") ;; esac',
    `  local last=$((\${#words[@]} - 2)) completed`,
    `  local current=\${words[last+1]} previous=\${words[last]}`,
    '  COMPREPLY=()',
    '  _drydock_complete',
    '  case "$COMP_WORDBREAKS $current" in',
    // Bash replaces only the part after the last colon, so each offered word loses the part before it.
    `    *:*' '*:*) completed=\${current%"\${current##*:}"}; COMPREPLY=("\${COMPREPLY[@]#"$completed"}") ;;`,
    '  esac',
    '}',
    '_drydock_offer() {',
    '  local word',
    '  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$current")',
    '}',
    '_drydock_complete() {',
    `  case " \${words[*]:0:last+1} " in *' exec'*' -- '*) _drydock_offer -A command -f; return ;; esac`,
  ],
  tail: ['}', 'complete -F _drydock drydock'],
  words: (words) => `_drydock_offer -W '${words.join(' ')}'`,
  files: 'compopt -o filenames 2>/dev/null; _drydock_offer -f',
}

const zshDialect: ShellDialect = {
  head: [
    '#compdef drydock',
    '_drydock() {',
    `  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]}`,
    `  local last=$((CURRENT - 2)) dashes=\${words[(i)--]}`,
    '  if [ "$words[2]" = exec ] && [ "$dashes" -lt "$CURRENT" ]; then shift "$dashes" words; ((CURRENT-=dashes)); _normal; return; fi',
  ],
  tail: ['}', 'if [ "$funcstack[1]" = _drydock ]; then _drydock "$@"; else compdef _drydock drydock; fi'],
  words: (words) => `compadd -- ${words.map((word) => `'${word}'`).join(' ')}`,
  files: '_files',
}

export function renderBashScript(completions: Completions): string {
  return renderShellScript(completions, bashDialect)
}

export function renderZshScript(completions: Completions): string {
  return renderShellScript(completions, zshDialect)
}

function renderShellScript(completions: Completions, dialect: ShellDialect): string {
  const { first, second, commands } = completions
  const groups = [...second].map(([group, names]) => [
    `    ${group})`,
    `      if [ "$position" = 2 ]; then ${dialect.words(names)}; return; fi`,
    '      command="$first $second" ;;',
  ])
  return [
    ...dialect.head,
    ...renderArgumentSearch(completions),
    `  if [ "$position" = 1 ]; then ${dialect.words([...first, '--help', '--version'])}; return; fi`,
    '  case "$first" in',
    ...groups.flat(),
    '    *) command=$first ;;',
    '  esac',
    '  case "$command $previous" in',
    ...renderOptionValues(completions, dialect),
    '  esac',
    '  case "$command $position" in',
    ...renderArgumentValues(completions, dialect),
    '  esac',
    '  case "$command" in',
    ...commands.map(
      ({ name, options }) =>
        `    '${name}') ${dialect.words(options.map((option) => `--${option.name}`))} ;;`,
    ),
    '  esac',
    ...dialect.tail,
    '',
  ].join('\n')
}

/** Returns shell code that finds the arguments of the command, also after options and their values. */
function renderArgumentSearch(completions: Completions): readonly string[] {
  return [
    `  local arguments=() skipped='' word command`,
    `  for word in "\${words[@]:1:$last}"; do`,
    '    case "$skipped$word" in',
    `      '='*) skipped='' ;;`,
    '      -*=*) ;;',
    `      -*) case ' ${listOptionsWithValue(completions).join(' ')} ' in *" $word "*) skipped='=' ;; esac ;;`,
    '      *) arguments+=("$word") ;;',
    '    esac',
    '  done',
    `  local first="\${arguments[@]:0:1}" second="\${arguments[@]:1:1}" position=$((\${#arguments[@]} + 1))`,
  ]
}

function renderOptionValues({ commands }: Completions, dialect: ShellDialect): readonly string[] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        (option) =>
          `    '${name} --${option.name}') ${renderOfferedValues(option.completes, dialect)}; return ;;`,
      ),
  )
}

/** Returns shell code that offers the values of an argument by its position after `drydock`. */
function renderArgumentValues({ commands }: Completions, dialect: ShellDialect): readonly string[] {
  return commands.flatMap(({ name, arguments: taken }) =>
    taken.flatMap((completes, index) => {
      if (completes === null) return []
      const position = name.split(' ').length + 1 + index
      return `    '${name} ${position}') case $current in -*) ;; *) ${renderOfferedValues(completes, dialect)}; return ;; esac ;;`
    }),
  )
}

function renderOfferedValues(completes: Completes, dialect: ShellDialect): string {
  if (completes === null) return ':'
  if (completes === 'file') return dialect.files
  return 'wordsOrFile' in completes
    ? `${dialect.words(completes.wordsOrFile)}; ${dialect.files}`
    : dialect.words(completes)
}
