import { defineRemoteCommand } from '../../remote.ts'

export const reset = defineRemoteCommand({
  examples: [{ line: 'drydock reset', does: 'Remove all data of the default account; it keeps its keys' }],
  act: async ({ account }) => {
    await account.reset()
    return [`The account ${account.id} is reset.`]
  },
})
