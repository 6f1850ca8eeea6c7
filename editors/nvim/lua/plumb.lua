-- SPDX-License-Identifier: Apache-2.0
-- `plumb lsp` in Neovim's own client. Nothing but Neovim 0.7 is needed.
local plumb = {
  -- Another program, or options: require('plumb').command = { '/opt/plumb/bin/plumb', 'lsp' }
  command = { 'plumb', 'lsp' },
}

local client

-- The explanation of what stands under a lens, in a window beside the text.
vim.lsp.commands['plumb.explain'] = function(command, context)
  vim.lsp.get_client_by_id(context.client_id).request('workspace/executeCommand', {
    command = command.command,
    arguments = command.arguments,
  }, function(failure, text)
    if failure then
      vim.notify('plumb: ' .. failure.message, vim.log.levels.ERROR)
      return
    end
    vim.cmd('vnew')
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, '\n'))
    vim.bo.filetype, vim.bo.modifiable = 'markdown', false
  end)
end

local function showVerdicts()
  vim.lsp.codelens.refresh()
  return vim.NIL
end

local function attached(_, buffer)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'CursorHold' }, {
    group = vim.api.nvim_create_augroup('plumb' .. buffer, {}),
    buffer = buffer,
    callback = function() showVerdicts() end,
  })
  showVerdicts()
end

function plumb.start()
  if vim.fn.executable(plumb.command[1]) == 0 then
    vim.notify_once('plumb: `' .. plumb.command[1] .. '` is not on the PATH', vim.log.levels.WARN)
    return
  end
  if not client or vim.lsp.client_is_stopped(client) then
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    capabilities.workspace.codeLens = { refreshSupport = true }
    client = vim.lsp.start_client({
      name = 'plumb',
      cmd = plumb.command,
      root_dir = vim.fn.getcwd(),
      capabilities = capabilities,
      on_attach = attached,
      handlers = { ['workspace/codeLens/refresh'] = showVerdicts },
    })
  end
  vim.lsp.buf_attach_client(vim.api.nvim_get_current_buf(), client)
end

return plumb
