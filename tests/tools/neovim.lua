-- SPDX-License-Identifier: Apache-2.0
-- What somebody does in Neovim, with its own client and the real `plumb lsp`. Told by neovim.py.
local program, folder = vim.env.PLUMB, vim.env.FOLDER
require('plumb').command = { program, 'lsp' }

local function waitFor(what, test)
  if not vim.wait(tonumber(vim.env.LIMIT or '100') * 1000, test, 20) then
    error('not seen in time: ' .. what .. '; ' .. vim.inspect(vim.lsp.codelens.get(0)))
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function find(words, column)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(words, 1, true)
    if at then
      vim.api.nvim_win_set_cursor(0, { number, at - 1 + (column or 0) })
      return
    end
  end
  error('not in the text: ' .. words)
end

local function verdicts()
  local titles = {}
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    table.insert(titles, lens.command and lens.command.title or '')
  end
  return table.concat(titles, '; ')
end

local function waitForVerdict(words)
  waitFor(words, function() return verdicts():find(words, 1, true) ~= nil end)
end

local function ask(method, more)
  local parameters = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  local answers = assert(vim.lsp.buf_request_sync(0, method, parameters, 100000))
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function main()
  vim.cmd('edit ' .. folder .. '/svt.plumb')
  assert(vim.bo.filetype == 'plumb', vim.bo.filetype)
  waitForVerdict('proved under 5 assumptions')
  assert(#vim.diagnostic.get(0) == 0)

  -- A mistake shows, with its code, and goes away.
  find('eps > 0')
  vim.cmd('normal! cwepps')
  waitFor('a message', function() return #vim.diagnostic.get(0) == 1 end)
  assert(vim.diagnostic.get(0)[1].code == 'PL0201', vim.inspect(vim.diagnostic.get(0)))
  vim.cmd('undo')
  waitFor('no message', function() return #vim.diagnostic.get(0) == 0 end)

  find('count < c')
  local shown = ask('textDocument/hover').contents.value
  assert(shown:find('local variable, int', 1, true), shown)

  -- Renamed as somebody would: all places, and it is still proved.
  vim.lsp.buf.rename('hits')
  waitFor('the new name', function() return not text():find('count') and text():find('hits := 0', 1, true) end)
  waitForVerdict('proved under 5 assumptions')

  -- Without its alignment, it is found again, and an action writes it.
  find('lam ~')
  vim.cmd([[silent substitute/ *align.*$//]])
  assert(not text():find("align lam'", 1, true))
  find('lam ~')
  local actions
  waitFor('an action', function()
    actions = ask('textDocument/codeAction', vim.tbl_extend('force', vim.lsp.util.make_range_params(), {
      context = { diagnostics = {} },
    }))
    return #actions == 1
  end)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  waitFor('the alignment', function() return text():find("align lam'", 1, true) ~= nil end)
  waitForVerdict('proved under 5 assumptions')

  -- What is not private says so on its line.
  find('decreasing')
  vim.cmd('normal! cwincreasing')
  waitFor('the violation', function()
    for _, told in ipairs(vim.diagnostic.get(0)) do
      if told.code == 'PL0412' then return true end
    end
  end)
  waitForVerdict('not private')

  -- The explanation opens beside the text.
  local lens = vim.lsp.codelens.get(0)[1]
  local window = #vim.api.nvim_list_wins()
  local client = vim.lsp.get_active_clients()[1]
  vim.lsp.commands['plumb.explain'](lens.command, { client_id = client.id })
  waitFor('the explanation', function() return #vim.api.nvim_list_wins() == window + 1 end)
  assert(text():find('not private', 1, true), text())
  vim.cmd('close')

  -- Laid out anew.
  vim.cmd([[silent %left]])
  vim.lsp.buf.formatting_sync(nil, 100000)
  waitFor('the layout', function() return text():find('\n    lam ~', 1, true) ~= nil end)
end

local ok, failure = pcall(main)
io.stderr:write(ok and 'all was seen\n' or ('failed: ' .. tostring(failure) .. '\n'))
vim.cmd(ok and 'qall!' or 'cquit 1')
