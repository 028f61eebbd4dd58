import { expect, it } from 'vitest'
import type { PageRequest } from './page.ts'
import { PageLinks } from './parts.tsx'

it('the links to the pages of a dashboard list have commas in numbers over 999', () => {
  const page = { path: '/list', query: new URLSearchParams() } as PageRequest
  const links = PageLinks({ page, paging: { at: 1_234, pages: 5_678, from: 0 }, of: 'rows', anchor: 'rows' })
  expect(String(links)).toContain('Page 1,234 of 5,678')
  expect(String(links)).toContain('?page=1235#rows')
})
