# SPDX-License-Identifier: GPL-2.0
# fish completion of pathtime, with names from the tool itself

function __pathtime_commands
    pathtime help --names 2>/dev/null | string match -v -- '-*'
end

# the first word of the line that is a command
function __pathtime_command
    set -l commands (__pathtime_commands)
    for word in (commandline -opc)[2..-1]
        if contains -- $word $commands
            echo $word
            return 0
        end
    end
    return 1
end

function __pathtime_is
    contains -- (__pathtime_command) $argv
end

# true after an option with an argument, for which other words are no completion
function __pathtime_after
    contains -- (commandline -opc)[-1] $argv
end

function __pathtime_wants_value
    __pathtime_after -g --group -u --unit -c --color -f --file -o --output -C --cpu -i --interval -n --count \
        -d --duration --rotate-size --rotate-age --keep --from --to --fail-above -l --listen -m --machine \
        --sort --columns --limit --percentiles --buckets --paths
end

# "--from<tab>begin at 5m, or at a date and time"
function __pathtime_options
    pathtime help (__pathtime_command) 2>/dev/null |
        string replace -rf '^  (?:-[A-Za-z], |    )(--[a-z-]+)(?: [A-Z:]+)? +(.*)$' '$1\t$2'
    printf '%s\t%s\n' --help 'print this help'
end

# without the module there are no names
function __pathtime_functions
    pathtime probes --names 2>/dev/null | string replace -r '.*:' ''
end

function __pathtime_groups
    pathtime probes --json 2>/dev/null | string match -rga '"group": *"([^"]*)"' | sort -u
end

# groups that enable takes: the built-in ones, and those of users that are disabled
function __pathtime_groups_to_enable
    sed -nE '/^GROUP:/,/^RULE:/{/^RULE:/!s/^(GROUP:)? *//p}; s/^DISABLED: ([^ ]+).*/\1/p' \
        /sys/kernel/debug/pathtime/control 2>/dev/null | string split -n ' '
end

# the columns of a command's table or CSV; there is any other percentile, too
function __pathtime_columns
    set -l command (__pathtime_command)
    if test "$command" = export; and contains paths (commandline -opc)
        set command export-paths
    end
    switch "$command"
        case tree
            string split ' ' 'function calls total self mean %'
        case paths
            string split ' ' 'path packets % min mean p50 p90 p95 p99 p99.9 max total'
        case export-paths
            string split ' ' 'path reason step cpu packets bytes min p50 p90 p95 p99 p99.9 max total'
        case export
            string split ' ' 'group module function outcome cpu calls missed min p50 p90 p95 p99 p99.9 max total self timed packets'
        case report
            string split ' ' 'function calls missed min mean p50 p90 p95 p99 p99.9 max total self % path packets'
        case '*'
            string split ' ' 'function calls missed min mean p50 p90 p95 p99 p99.9 max total'
    end
end

complete -c pathtime -f
complete -c pathtime -n 'not __pathtime_wants_value; and not __pathtime_command >/dev/null' -a '(__pathtime_commands)'
complete -c pathtime -n 'string match -q -- "-*" (commandline -ct); and not __pathtime_wants_value' -a '(__pathtime_options)'
complete -c pathtime -n '__pathtime_after -f --file -o --output' -F
complete -c pathtime -n '__pathtime_after -u --unit' -a 'auto ns us ms s'
complete -c pathtime -n '__pathtime_after -c --color' -a 'auto always never'
complete -c pathtime -n '__pathtime_after --sort' -a '(__pathtime_columns)'
complete -c pathtime -n '__pathtime_after --columns' -a '(__fish_complete_list , __pathtime_columns)'
complete -c pathtime -n '__pathtime_after -g --group' -a '(__pathtime_groups)'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is import diff merge report' -F
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is help' -a '(__pathtime_commands)'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is record' -a '(__fish_complete_command)'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is report' -a 'summary hist probes tree breakdown paths polls export'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is summary hist tree breakdown export del' -a '(__pathtime_functions)'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is enable' -a '(__pathtime_groups_to_enable)'
complete -c pathtime -n 'not __pathtime_wants_value; and __pathtime_is disable' -a '(__pathtime_groups)'
