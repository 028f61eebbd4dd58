import assert from 'node:assert/strict'
import type { Account } from './account.ts'
import { readHeader, TestClient } from './test-client.ts'

/** The dashboard's pages of an account, as HTML. */
export interface DashboardPages {
  /** Returns the HTML of a page by its path below the account. */
  read(place: string): Promise<string>
  /**
   * Submits a form of a page and returns the page that follows. The token of the form comes from `page`, the HTML of an
   * earlier read, or else from a new read.
   */
  submit(
    place: string,
    action: string,
    fields: Readonly<Record<string, string>>,
    page?: string,
  ): Promise<string>
}

export function openDashboardPages({ id, url }: Pick<Account, 'id' | 'url'>): DashboardPages {
  const client = new TestClient(url)
  const buildPath = (place: string): string => `/dashboard/${id}/${place}`
  const read = async (path: string): Promise<string> => (await client.send({ path })).bytes.toString()
  return {
    read: (place) => read(buildPath(place)),
    submit: async (place, action, fields, page) => {
      const form = new RegExp(
        `name="do" value="${action}"/><input type="hidden" name="token" value="([^"]+)"`,
      )
      const [, token] = form.exec(page ?? (await read(buildPath(place)))) ?? []
      assert(token !== undefined, `${place} has no form ${action}`)
      const answer = await client.send({
        method: 'POST',
        path: buildPath(place),
        raw: new URLSearchParams({ do: action, token, ...fields }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
      return answer.status === 303 ? read(readHeader(answer, 'Location')) : answer.bytes.toString()
    },
  }
}

/** Returns the text of HTML as a reader sees it, its spaces joined. */
export function readVisibleText(html: string): string {
  const plain = html.replaceAll('<wbr/>', '').replaceAll(/<[^>]*>/g, ' ')
  const characters = { '&#39;': "'", '&quot;': '"', '&amp;': '&' }
  return plain
    .replaceAll(/&#39;|&quot;|&amp;/g, (name) => Object(characters)[name])
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:])/g, '')
}
