import type * as z from 'zod'
import { describeAllowedWords } from './similar-words.ts'

/** Options for parsing with zod: our own messages for the issues to which a schema gives no message. */
export const issueMessages = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.input === undefined) return 'is required'
    switch (issue.code) {
      case 'invalid_type':
        return `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`
      case 'invalid_value':
        return describeAllowedWords(issue.values.map(String), issue.input)
      case 'too_small':
        return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`
      case 'too_big':
        return `must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`
      case 'unrecognized_keys':
        return `has no field ${listFieldsInMessage(issue.keys)}`
    }
    return 'is not acceptable'
  },
}

/** The maximum number of unknown fields that a message names. */
const namedFields = 10

/** Lists fields in a message: the first ones, and how many more there are. */
export function listFieldsInMessage(fields: readonly string[]): string {
  const named = fields.slice(0, namedFields).join(', ')
  return fields.length > namedFields ? `${named} and ${fields.length - namedFields} more` : named
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}
