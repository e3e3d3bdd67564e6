namespace TimerProbe.Core.Advice;

/// <summary>The tools that steps are written for, and the language a step is shown in.</summary>
public static class Tools
{
    /// <summary>The vSphere Client: steps in words.</summary>
    public const string VSphereClient = "vSphere Client";

    /// <summary>VMware PowerCLI.</summary>
    public const string PowerCli = "PowerCLI";

    /// <summary>govc, of the govmomi project, in a POSIX shell.</summary>
    public const string Govc = "govc";

    /// <summary>The shell of an ESXi host.</summary>
    public const string EsxiShell = "ESXi shell";

    /// <summary>Windows PowerShell; for a remedy about Hyper-V, on its host.</summary>
    public const string PowerShell = "PowerShell";

    /// <summary>An elevated Windows command prompt.</summary>
    public const string CommandPrompt = "Command Prompt (as administrator)";

    /// <summary>A POSIX shell inside the guest.</summary>
    public const string Shell = "shell";

    /// <summary>A POSIX shell on the host.</summary>
    public const string HostShell = "shell on the host";

    /// <summary>virsh, in a POSIX shell on the host.</summary>
    public const string Virsh = "virsh";

    /// <summary>A domain's XML, opened with <c>virsh edit</c>.</summary>
    public const string LibvirtXml = "libvirt XML";

    /// <summary>QEMU without libvirt.</summary>
    public const string Qemu = "QEMU command line";

    /// <summary>Xen's xl, in a POSIX shell in dom0.</summary>
    public const string Xl = "xl";

    /// <summary>The file <c>xl create</c> reads.</summary>
    public const string XlCfg = "xl.cfg";

    /// <summary>Proxmox VE's qm, in a POSIX shell on its node.</summary>
    public const string Qm = "qm (Proxmox VE)";

    /// <summary>xe, in dom0 of XCP-ng or XenServer.</summary>
    public const string Xe = "xe (XCP-ng or XenServer)";

    /// <summary>A shell in dom0 of Qubes OS.</summary>
    public const string Dom0 = "shell in dom0";

    /// <summary>The Azure CLI, in a POSIX shell anywhere.</summary>
    public const string AzureCli = "az (Azure)";

    /// <summary>OpenStack's client, in a POSIX shell anywhere.</summary>
    public const string OpenStackCli = "openstack";

    /// <summary>Nutanix's acli, in a POSIX shell on a controller VM.</summary>
    public const string Acli = "acli";

    /// <summary>VBoxManage, in a POSIX shell on the host.</summary>
    public const string VBoxManage = "VBoxManage";

    /// <summary>Transact-SQL, in any client.</summary>
    public const string TSql = "T-SQL";

    /// <summary>TimerProbe itself, in the guest.</summary>
    public const string TimerProbe = "timerprobe";

    /// <summary>Steps in words, for people who have no tool for it.</summary>
    public const string Words = "in words";

    /// <summary>What a tool is called when the step acts at the next restart rather than now.</summary>
    public static string AtNextRestart(string tool) => tool + ", at the next restart";

    /// <summary>What PowerShell is called where it is not the guest's.</summary>
    public static string PowerShellOn(string where) => $"{PowerShell}, on {where}";

    /// <summary>What the shell is called for steps that belong to the node of a container.</summary>
    public static string OnNode(string tool) => tool.Split(',')[0] == Shell ? $"{tool}, on the container's node" : tool;

    /// <summary>The language of a tool's steps for a fenced code block; null for steps in words.</summary>
    public static string? LanguageOf(string tool) => tool.Split(',')[0] switch
    {
        PowerCli or PowerShell => "powershell",
        CommandPrompt => "bat",
        Govc or EsxiShell or Shell or HostShell or Virsh or Qemu or Xl or VBoxManage or TimerProbe
            or Qm or Xe or Dom0 or AzureCli or OpenStackCli or Acli => "sh",
        TSql => "sql",
        LibvirtXml => "xml",
        XlCfg => "text",
        _ => null,
    };
}
