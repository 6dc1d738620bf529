//! What a worker process may do: read the files of its jobs, compute, and answer. Nothing else: no network, no other files, no
//! other programs.

use std::path::PathBuf;

/// Which walls stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walls {
    /// Landlock: files.
    pub(crate) files: bool,
    /// seccomp: system calls.
    pub(crate) calls: bool,
}

/// Whether a process may go on as two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forks {
    /// It may start threads only.
    Refused,
    /// Its copies are behind the same walls.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "nothing is forked there"))]
    Allowed,
}

/// Puts this process, its threads and its children behind the walls that the system has. To be called before any other thread
/// is started.
#[cfg(target_os = "linux")]
pub(crate) fn enter(readable: &[PathBuf], memory_mib: u64, forks: Forks) -> Walls {
    limit(memory_mib);
    Walls {
        files: files(readable).is_ok_and(|full| full),
        calls: calls(forks).is_ok(),
    }
}

/// Other systems have none of these walls.
#[cfg(not(target_os = "linux"))]
pub(crate) fn enter(_readable: &[PathBuf], _memory_mib: u64, _forks: Forks) -> Walls {
    Walls::default()
}

/// Enters the sandbox and tries what a page that had broken out would try. Each answer is whether it worked.
pub(super) fn probe(readable: &[PathBuf], memory_mib: u64) -> serde_json::Value {
    let walls = enter(readable, memory_mib, Forks::Refused);
    let here = std::env::temp_dir().join(format!("oracade-probe-{}", std::process::id()));
    let written = std::fs::write(&here, "x").is_ok();
    let _ = std::fs::remove_file(&here);
    serde_json::json!({
        "walls": { "files": walls.files, "calls": walls.calls },
        "reads_what_it_may": readable.iter().any(|path| std::fs::read_dir(path).is_ok() || std::fs::read(path).is_ok()),
        "reads_other_files": std::fs::read("/etc/passwd").is_ok() || std::fs::read_dir("/").is_ok(),
        "writes_files": written,
        "opens_sockets": std::net::UdpSocket::bind("127.0.0.1:0").is_ok(),
        "starts_programs": std::process::Command::new("/bin/true").status().is_ok(),
        "starts_threads": std::thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok()),
    })
}

#[cfg(target_os = "linux")]
fn limit(memory_mib: u64) {
    let limits = [
        // No core files of pages' memory, and an end to memory beyond V8's own limits.
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_DATA, memory_mib << 20),
    ];
    for (resource, most) in limits {
        let limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: the struct is whole and outlives the call.
        unsafe { libc::setrlimit(resource, &raw const limit) };
    }
    // SAFETY: plain numbers; the worker must not outlive the process that asks it.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

#[cfg(target_os = "linux")]
fn files(readable: &[PathBuf]) -> Result<bool, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
        path_beneath_rules,
    };
    let all = AccessFs::from_all(ABI::V5);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .create()?
        // Paths that are not there are left out.
        .add_rules(path_beneath_rules(readable, read))?
        .restrict_self()?;
    Ok(ruleset.ruleset != RulesetStatus::NotEnforced)
}

/// System calls that computing takes no part in. Refused with EPERM, so that a library that tries finds a reason.
#[cfg(target_os = "linux")]
const REFUSED: &[libc::c_long] = &[
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kill,
    // It is by its group that a nursery's pages are ended.
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_personality,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
];

#[cfg(target_os = "linux")]
const NAMESPACES: &[libc::c_int] = &[
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

#[cfg(target_os = "linux")]
fn calls(forks: Forks) -> Result<(), Box<dyn std::error::Error>> {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
    };
    let eperm = u32::try_from(libc::EPERM)?;
    let mut rules: std::collections::BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    #[cfg(target_arch = "x86_64")]
    for call in [libc::SYS_fork, libc::SYS_vfork] {
        rules.insert(call, Vec::new());
    }
    let first = |op: SeccompCmpOp, value: u64| -> Result<SeccompRule, Box<dyn std::error::Error>> {
        let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, op, value)?;
        Ok(SeccompRule::new(vec![condition])?)
    };
    let thread = u64::try_from(libc::CLONE_THREAD)?;
    let clones = match forks {
        // New threads, but no new processes.
        Forks::Refused => vec![first(SeccompCmpOp::MaskedEq(thread), 0)?],
        // New processes, but none that sees another system than this one.
        Forks::Allowed => NAMESPACES
            .iter()
            .map(|kind| {
                let kind = u64::try_from(*kind)?;
                first(SeccompCmpOp::MaskedEq(kind), kind)
            })
            .collect::<Result<Vec<_>, _>>()?,
    };
    rules.insert(libc::SYS_clone, clones);
    // To leave one's thread group is a way to ask whether one is alone in it, which a fork has to know.
    rules.insert(libc::SYS_unshare, vec![first(SeccompCmpOp::Ne, thread)?]);
    let arch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(eperm), arch)?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)?;
    // Its flags lie in memory, where a filter cannot look: as if the system were too old, so that the C library takes clone.
    let enosys = u32::try_from(libc::ENOSYS)?;
    let newer = [(libc::SYS_clone3, Vec::new())].into_iter().collect();
    let filter = SeccompFilter::new(newer, SeccompAction::Allow, SeccompAction::Errno(enosys), arch)?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)?;
    Ok(())
}
