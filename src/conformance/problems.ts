import type { ZodError } from 'zod'

/** What is wrong with something given, each with the name of its field: `limits.POST /v1/rates: …`. */
export function problemsOf({ issues }: ZodError): string {
  return issues
    .flatMap((issue) => {
      const names = issue.path.map(String)
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => `${[...names, key].join('.')}: there is no such field`)
      }
      return [`${names.join('.') || 'it'}: ${issue.message}`]
    })
    .join('; ')
}
