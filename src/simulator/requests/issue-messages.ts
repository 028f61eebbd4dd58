import type * as z from 'zod'

/** Parse options for zod: messages in our words for issues that the schema gives no message for. */
export const issueMessages = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.input === undefined) return 'is required'
    switch (issue.code) {
      case 'invalid_type':
        return `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`
      case 'invalid_value':
        return `must be one of ${issue.values.map(String).join(', ')}`
      case 'too_small':
        return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`
      case 'too_big':
        return `must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`
      case 'unrecognized_keys':
        return `has no field ${issue.keys.join(', ')}`
    }
    return 'is not acceptable'
  },
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}
