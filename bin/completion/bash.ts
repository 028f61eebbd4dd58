import { type Completes, type Completions, listOptionsWithValue } from './completions.ts'

/** The differences between the scripts of bash and zsh. */
interface Dialect {
  readonly head: readonly string[]
  readonly tail: readonly string[]
  /** Returns the shell code that offers these words. */
  words(words: readonly string[]): string
  readonly files: string
}

const bash: Dialect = {
  head: [
    // Bash takes a colon for the end of a word, as in carrier:UPS, so the words are read from the line.
    '_drydock() {',
    `  local line=\${COMP_LINE:0:COMP_POINT} words`,
    '  read -ra words <<<"$line"',
    '  case $line in *[[:space:]]) words+=("") ;; esac',
    `  local last=$((\${#words[@]} - 2)) completed`,
    `  local current=\${words[last+1]} previous=\${words[last]}`,
    '  COMPREPLY=()',
    '  _drydock_complete',
    '  case "$COMP_WORDBREAKS $current" in',
    // Bash replaces only the part behind the last colon.
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

const zsh: Dialect = {
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

/** Returns the script for bash. */
export function renderBashScript(completions: Completions): string {
  return renderShellScript(completions, bash)
}

/** Returns the script for zsh. */
export function renderZshScript(completions: Completions): string {
  return renderShellScript(completions, zsh)
}

function renderShellScript(completions: Completions, dialect: Dialect): string {
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

/** Finds the words that are neither options nor their values, so that options may stand before arguments. */
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

function renderOptionValues({ commands }: Completions, dialect: Dialect): readonly string[] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        (option) => `    '${name} --${option.name}') ${renderOffer(option.completes, dialect)}; return ;;`,
      ),
  )
}

/** An argument's place counts from the first word after `drydock`. */
function renderArgumentValues({ commands }: Completions, dialect: Dialect): readonly string[] {
  return commands.flatMap(({ name, arguments: taken }) =>
    taken.flatMap((completes, index) => {
      if (completes === null) return []
      const position = name.split(' ').length + 1 + index
      return `    '${name} ${position}') case $current in -*) ;; *) ${renderOffer(completes, dialect)}; return ;; esac ;;`
    }),
  )
}

function renderOffer(completes: Completes, dialect: Dialect): string {
  if (completes === null) return ':'
  if (completes === 'file') return dialect.files
  return 'wordsOrFile' in completes
    ? `${dialect.words(completes.wordsOrFile)}; ${dialect.files}`
    : dialect.words(completes)
}
