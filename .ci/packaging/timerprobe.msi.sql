-- A statement a line, for msibuild.

-- The folder on the machine's PATH, at its end; taken out again with the program.
CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)
INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('Path', '=-*PATH', '[~];[INSTALLDIR]', 'Program')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveEnvironmentStrings', '', 3300)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('WriteEnvironmentStrings', '', 5200)

-- Windows compares three numbers of a version, so a pre-release is as old as its release: one version replaces another build of itself. 1 takes the features along, 512 counts the version itself.
DELETE FROM `Upgrade` WHERE `ActionProperty` = 'WIX_UPGRADE_DETECTED'
INSERT INTO `Upgrade` (`UpgradeCode`, `VersionMin`, `VersionMax`, `Language`, `Attributes`, `Remove`, `ActionProperty`) VALUES ('@UPGRADE@', '', '@VERSION@', '', 513, '', 'WIX_UPGRADE_DETECTED')

-- Within the transaction: an upgrade that fails leaves the version before it.
UPDATE `InstallExecuteSequence` SET `Sequence` = 1510 WHERE `Action` = 'RemoveExistingProducts'

-- 51 sets a property. In the folder where it or the version before it is, unless one is named; and where it is, for the list of installed programs.
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('KeepFolder', 51, 'INSTALLDIR', '[INSTALLEDIN]')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('TellFolder', 51, 'ARPINSTALLLOCATION', '[INSTALLDIR]')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('KeepFolder', 'INSTALLEDIN AND NOT INSTALLDIR', 60)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('TellFolder', '', 1010)

-- The service is installed and removed by the program itself: 18 runs an installed file, 1024 + 2048 as the system, 256 when the installation is undone, 64 whatever comes of it.
-- Only who asks for the feature for the first time is told by a failed installation that the service does not start: a repair or an upgrade that failed for it would leave less than there was.
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('InstallWatch', 3090, 'timerprobe.exe', 'service install')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('StartWatch', 3154, 'timerprobe.exe', 'service install')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('UndoWatch', 3410, 'timerprobe.exe', 'service remove')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('RemoveWatch', 3154, 'timerprobe.exe', 'service remove')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveWatch', 'WATCHSERVICE ~>< INSTALLDIR AND (REMOVE="ALL" OR &Program=2 OR &Watch=2) AND NOT UPGRADINGPRODUCTCODE', 1590)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('UndoWatch', '&Watch=3 AND NOT WATCHSERVICE', 5860)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('InstallWatch', '&Watch=3 AND NOT !Watch=3 AND NOT WIX_UPGRADE_DETECTED', 5870)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('StartWatch', '(&Watch=3 AND (!Watch=3 OR WIX_UPGRADE_DETECTED)) OR (WATCHSERVICE ~>< INSTALLDIR AND NOT REMOVE AND NOT &Watch=3)', 5871)

-- A watch of a program elsewhere goes on.
UPDATE `InstallExecuteSequence` SET `Condition` = 'VersionNT AND WATCHSERVICE ~>< INSTALLDIR' WHERE `Action` = 'StopServices'

-- The parts of the registry that 64-bit programs see: 2 takes the value as it is, 16 is 64-bit.
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'WindowsBuild'
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'InstalledIn'

-- #% makes a value one with variables.
UPDATE `Registry` SET `Value` = '#%%SystemRoot%\System32\EventCreate.exe' WHERE `Name` = 'EventMessageFile'

-- What a search found before an administrator was asked for is known after it too.
UPDATE `Property` SET `Value` = 'INSTALLEDIN;WATCHSERVICE;WINDOWSBUILD;WIX_DOWNGRADE_DETECTED;WIX_UPGRADE_DETECTED' WHERE `Property` = 'SecureCustomProperties'
