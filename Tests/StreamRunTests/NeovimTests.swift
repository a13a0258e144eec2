import Foundation
import Testing

private let neovim = "/usr/bin/nvim"

/// An editor that people use, as a client of the language server.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: neovim)))
struct NeovimTests {
  /// Opens `a.json` in an editor with a server, and provides `say` and `request`.
  private static let prelude = #"""
    local function say(...)
      local words = {}
      for _, word in ipairs({ ... }) do words[#words + 1] = tostring(word) end
      io.stdout:write(table.concat(words, " ") .. "\n")
    end
    vim.cmd("edit a.json")
    local id = vim.lsp.start_client({
      name = "streams", cmd = { vim.env.COMMAND, "lsp" }, root_dir = vim.fn.getcwd(),
    })
    vim.lsp.buf_attach_client(0, id)
    local client = vim.lsp.get_client_by_id(id)
    vim.wait(10000, function() return client.initialized end, 5)
    local function diagnostics(count)
      vim.wait(10000, function() return #vim.diagnostic.get(0) == count end, 5)
      for _, d in ipairs(vim.diagnostic.get(0)) do
        say(d.lnum + 1 .. ":" .. d.col + 1 .. "-" .. d.end_col + 1, d.message)
      end
    end
    local function request(method, row, column, more)
      vim.api.nvim_win_set_cursor(0, { row, column - 1 })
      local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
      local answers =
        vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", place, more or {}), 10000)
      for _, answer in pairs(answers or {}) do
        if answer.error then say("refused:", answer.error.message) end
        return answer.result
      end
    end
    local function show()
      say(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n"))
    end
    """#

  private func edit(_ document: String, _ script: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write(Self.prelude + "\n" + script + "\nvim.cmd('qa!')\n", to: "drive.lua")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)' && COMMAND="$0" HOME=. XDG_STATE_HOME=. XDG_CACHE_HOME=. \
      timeout 60 '\(neovim)' --headless -u NONE -c 'luafile drive.lua' 2>&1
      """)
    return outcome.output
  }

  @Test func `a mistake is shown, fixed, and removed`() throws {
    let document = """
      { "marbles": "1-ä|",
        "operators": [ { "fliter": { "expression": "$0 > 1" } } ] }
      """
    let output = try edit(
      document,
      #"""
      diagnostics(1)
      local range = { start = { line = 1, character = 20 }, ["end"] = { line = 1, character = 20 } }
      local actions = request(
        "textDocument/codeAction", 2, 21, { range = range, context = { diagnostics = {} } })
      for _, action in ipairs(actions) do
        say(action.title)
        vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      end
      diagnostics(0)
      show()
      """#)
    #expect(
      output == """
        2:20-28 unknown operator 'fliter'; did you mean 'filter'?
        Change to 'filter'
        \(document.replacing("fliter", with: "filter"))

        """)
  }

  @Test func `names are completed, explained and renamed`() throws {
    let output = try edit(
      """
      {
        "definitions": { "fast": { "stream": [ { "value": { "load": 0.5 } } ] } },
        "from": "fast",
        "operators": [
          { "filter": { "expression": "$0.load > 1" } },
          { "deb" }
        ],
        "tests": [ { "inputs": { "fast": "|" }, "expect": "|" } ]
      }
      """,
      #"""
      local hover
      -- Examples come once the document has been played.
      for _ = 1, 500 do
        hover = request("textDocument/hover", 5, 38)
        if hover.contents.value:find("such as") then break end
        vim.wait(20)
      end
      say(hover.contents.value)
      local list = request("textDocument/completion", 6, 11)
      for _, item in ipairs(list.items) do
        if item.label == "debounce" then
          vim.lsp.util.apply_text_edits({ item.textEdit }, 0, client.offset_encoding)
        end
      end
      vim.api.nvim_win_set_cursor(0, { 3, 12 })
      vim.lsp.buf.rename("quick")
      vim.wait(10000, function()
        return vim.api.nvim_buf_get_lines(0, 2, 3, true)[1]:find("quick") ~= nil
      end, 5)
      show()
      """#)
    #expect(
      output == """
        **load**: `double`, such as `0.5`

        the expression: `bool`
        {
          "definitions": { "quick": { "stream": [ { "value": { "load": 0.5 } } ] } },
          "from": "quick",
          "operators": [
            { "filter": { "expression": "$0.load > 1" } },
            { "debounce": { "seconds": 1 } }
          ],
          "tests": [ { "inputs": { "quick": "|" }, "expect": "|" } ]
        }

        """)
  }

  @Test func `formatting produces the canonical form`() throws {
    let output = try edit(
      """
      {"marbles":"1|",
      "operators":[{"count":{}}]}
      """,
      #"""
      vim.lsp.buf.formatting_sync({ tabSize = 2, insertSpaces = true }, 10000)
      show()
      """#)
    #expect(
      output == """
        {
          "marbles": "1|",
          "operators": [ { "count": {} } ]
        }

        """)
  }
}
