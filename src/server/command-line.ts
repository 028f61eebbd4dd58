import { writtenUrl } from './http/request-origin.ts'

/** Returns a command for an account of the simulator at a URL. `command`: its arguments after `drydock`. */
export function commandLine(url: string, account: string, command: string): string {
  const named = account === 'default' ? '' : ` --account ${account}`
  const at = url === writtenUrl ? '' : ` --url ${url}`
  return `drydock ${command}${named}${at}`
}

/** Quotes a text as one word for a shell. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The curl option that sends the control token, from the variable that the command uses, too. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
export const tokenHeader = '-H "Authorization: Bearer ${DRYDOCK_CONTROL_TOKEN}"'
