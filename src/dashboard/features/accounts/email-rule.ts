export const oneAccountPerEmail = 'Each email address can have only one account.'
