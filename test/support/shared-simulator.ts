import { inject } from 'vitest'

/**
 * The built command, serving for all test files. For tests that keep to accounts of their own: whoever looks at the default
 * account, at all accounts or at the process serves one for itself (`serveDrydock`).
 */
export function sharedSimulator(): { readonly url: string } {
  const url = inject('sharedSimulatorUrl')
  if (url === undefined) throw new Error('The command is not built: run npm run build first.')
  return { url }
}
