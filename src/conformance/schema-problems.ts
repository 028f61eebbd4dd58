import type * as z from 'zod'

/** Options for parsing with Zod: the error messages for problems for which the schema has none. */
export const plainWords = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.input === undefined) return 'is missing'
    switch (issue.code) {
      case 'invalid_type':
        return `must be ${describeType(issue.expected)}`
      case 'too_small':
        return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`
      case 'too_big':
        return `must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`
      case 'invalid_value':
        return `must be ${issue.values.map(String).join(' or ')}`
      case 'invalid_format':
        return `must be ${formats[issue.format] ?? 'of another form'}`
    }
    return 'is not acceptable'
  },
}

const formats: Readonly<Record<string, string>> = {
  date: 'a day such as 2030-01-31',
  datetime: 'a time such as 2030-01-31T12:00:00Z',
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function describeType(expected: string): string {
  return words[expected] ?? `${/^[aeiou]/i.test(expected) ? 'an' : 'a'} ${expected}`
}

/**
 * Renders the problems that Zod found in one line, each after the path of the field: `limits.POST /v1/rates: …`.
 * `known` are the field names that the outermost object may have.
 */
export function renderProblems({ issues }: Pick<z.ZodError, 'issues'>, known?: readonly string[]): string {
  return issues
    .flatMap((issue) => {
      const names = issue.path.map(String)
      if (issue.code === 'unrecognized_keys') {
        const others = known === undefined || names.length > 0 ? '' : `, only ${known.join(', ')}`
        return issue.keys.map((key) => `${[...names, key].join('.')}: there is no such field${others}`)
      }
      return [`${names.join('.') || 'it'}: ${issue.message}`]
    })
    .join('; ')
}
