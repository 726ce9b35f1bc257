import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/service/database/index.ts'
import { startPostgres } from './postgres.ts'

const template = 'with_tables'

/** Starts a server for the project "postgres", with a database to copy, which is faster than to create all tables. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  const { url } = server
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`create database ${template}`)
  } finally {
    await client.end()
  }
  const database = await openDatabase(new URL(template, url).href)
  await database.close()
  project.provide('databaseServer', { url, template })
  return () => server.stop()
}
