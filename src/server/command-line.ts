import { writtenUrl } from './url-asked-at.ts'

/** A line of the command for an account of the simulator at an address. `command`: its words after `drydock`. */
export function commandLine(url: string, account: string, command: string): string {
  const named = account === 'default' ? '' : ` --account ${account}`
  const at = url === writtenUrl ? '' : ` --url ${url}`
  return `drydock ${command}${named}${at}`
}

/** A text that a shell takes for one word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The header of curl that shows the control token, which the command takes from the same variable. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell is to fill it in.
export const tokenHeader = '-H "Authorization: Bearer ${DRYDOCK_CONTROL_TOKEN}"'
